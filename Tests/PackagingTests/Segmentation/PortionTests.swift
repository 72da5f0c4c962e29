import ISOMedia
import Media
import Packaging
import ScriptedMedia
import Testing

/// Portions of a track that are packaged separately.
@Suite struct PortionTests {
    /// Frames at 30 frames/s with times rounded to milliseconds, as in Matroska, and a reorder delay of two frames.
    private func portion(_ frames: Range<Int64>, firstSegment: Int) throws -> [Segment] {
        var script = Script.video(frames: 1, rate: (1000, 1), syncEvery: 1)
        guard case .codedVideo(var format) = script.track.format else { return [] }
        format.nominalFrameRate = Ratio(30)
        script.track.format = .codedVideo(format)
        func time(_ frame: Int64) -> Int64 { (frame * 1000 + 15) / 30 }
        // Encoders derive the delay from the first frames of the portion.
        let delay = time(frames.lowerBound + 2) - time(frames.lowerBound)
        script.samples = frames.map { frame in
            let isStart = frame < frames.lowerBound + 2
            let decode = isStart ? time(frame) - delay : time(frame - 2)
            return Sample(
                track: script.track.id, timescale: 1000, decodeTicks: decode, presentationOffset: time(frame) - decode,
                duration: time(frame + 1) - time(frame),
                flags: frame == frames.lowerBound || frame % 30 == 1 ? .sync : .predicted,
                bytes: ByteSlice(copying: [1, 2, 3]))
        }
        return try Script.run([script], interval: .seconds(1)) {
            ($0.isPortion, $0.initialSegmentIndex) = (true, firstSegment)
        }
    }

    @Test func decodeTimesAndNumbersJoin() throws {
        var end: Int64?
        var sequence: UInt32 = 1
        var initialization: [UInt8]?
        // The reorder delays of the portions are 66, 67 and 66 ms.
        for (frames, first) in [(Int64(2)..<91, 0), (91..<182, 3), (182..<301, 7)] as [(Range<Int64>, Int)] {
            for segment in try portion(frames, firstSegment: first) {
                guard segment.kind == .separable else {
                    #expect(initialization == nil || initialization == segment.data.bytes)
                    initialization = segment.data.bytes
                    continue
                }
                let header = try #require(segment.data.slices.first)
                let fragment = try #require(SegmentMeasurement(header, initialization: nil).fragments.first)
                let start = try #require(fragment.tracks.first?.decodeTime)
                #expect(end == nil || start == end, "segment \(segment.index)")
                end = start + segment.report.tracks[0].duration.value
                #expect(segment.index == Int(sequence) - 1 && fragment.sequenceNumber == sequence)
                sequence += 1
            }
        }
        #expect(sequence == 12)
    }

    /// Frames with irregular times, and groups of a P-frame and two B-frames that are coded before it.
    private func irregular(_ frames: Range<Int>, _ times: [Int64], firstSegment: Int) throws -> [Segment] {
        var script = Script.video(frames: 1, rate: (1000, 1), syncEvery: 1)
        guard case .codedVideo(var format) = script.track.format else { return [] }
        format.nominalFrameRate = Ratio(25)
        script.track.format = .codedVideo(format)
        var order = [frames.lowerBound]
        for group in stride(from: frames.lowerBound + 1, to: frames.upperBound, by: 3) {
            let last = min(group + 2, frames.upperBound - 1)
            order += [last] + (group..<last)
        }
        script.samples = order.enumerated().map { place, frame in
            // Encoders extend the first distance before the first frame.
            let source = frames.lowerBound + place - 1
            let decode = source >= frames.lowerBound ? times[source] : 2 * times[source + 1] - times[source + 2]
            return Sample(
                track: script.track.id, timescale: 1000, decodeTicks: decode,
                presentationOffset: times[frame] - decode, duration: 1,
                flags: frame == frames.lowerBound ? .sync : .predicted, bytes: ByteSlice(copying: [1, 2, 3]))
        }
        return try Script.run([script], interval: .seconds(1)) {
            ($0.isPortion, $0.initialSegmentIndex) = (true, firstSegment)
            $0.portionEnd = MediaTime(value: times[frames.upperBound], timescale: 1000)
        }
    }

    @Test func decodeTimesJoinAtVariableFrameRates() throws {
        let distances: [Int64] = [20, 20, 300, 20, 60, 150, 20, 20, 20, 200, 60, 20, 110, 40, 20, 250, 20, 20, 60, 80]
        let times = distances.reduce(into: [Int64(0)]) { $0.append($0[$0.count - 1] + $1) }
        var end: Int64?
        for (frames, first) in [(0..<7, 0), (7..<13, 1), (13..<20, 2)] {
            let segment = try #require(
                try irregular(frames, times, firstSegment: first).first { $0.kind == .separable })
            let header = try #require(segment.data.slices.first)
            let fragment = try #require(SegmentMeasurement(header, initialization: nil).fragments.first)
            let start = try #require(fragment.tracks.first?.decodeTime)
            #expect(end == nil || start == end, "segment \(segment.index)")
            end = start + segment.report.tracks[0].duration.value
            // The delay is one frame of the nominal rate, and no sample is decoded after its presentation.
            #expect(start == 10_000 + times[frames.lowerBound] - 40)
            #expect(segment.report.tracks[0].earliestPresentationTime.value == 10_000 + times[frames.lowerBound])
        }
    }
}
