import Packaging
import PublicationJournal
import HLS
import Media
import StageKit
import Testing

@testable import PackagingStages

/// A hundred thousand segments of audio and video whose sample boundaries never coincide, segmented and listed.
///
/// Real rates: 30000/1001 frames and 48000/1024 packets per second. The grid is a tenth of a second, the minimum,
/// because errors could accumulate with each segment, and with two seconds the ten million packets alone would take
/// minutes without optimization. Times of two days are tested by starting late on the grid instead.
@Suite struct LongTimelineTests {
    @Test func errorsDoNotAccumulateOverManySegments() throws {
        var run = try LongTimeline(interval: .milliseconds(100), first: 0)
        try run.cut(segments: 100_000)
        run.judge(segments: 100_000)
    }

    @Test func theHundredThousandthSegmentOfTwoSecondsIsOnTheGrid() throws {
        var run = try LongTimeline(interval: .seconds(2), first: 99_500)
        try run.cut(segments: 500)
        run.judge(segments: 500)
    }
}

/// Both tracks processed by the fragmenter and the playlists, verified segment by segment.
private struct LongTimeline {
    /// The accumulated state of a rendition.
    struct Course {
        var state: RenditionState
        var count: Int64 = 0
        var start = MediaTime.zero
        var end = MediaTime.zero
        /// The sum of all EXTINF durations, in microseconds.
        var published: Int64 = 0
        /// The maximum deviation of that sum from media time, in microseconds.
        var deviation: Int64 = 0
        var longest = MediaTime.zero
        var targets: Set<Int> = []
    }

    static let picture: Int64 = 1001
    static let packet: Int64 = 1024
    let interval: MediaTime
    /// The number of the grid boundary for the first frame.
    let first: Int64
    let target: TargetDuration
    var fragmenter: Fragmenter
    var renditions: [String: Course] = [:]
    /// The first segments with wrong times or durations.
    var mistakes: [String] = []

    init(interval: MediaTime, first: Int64) throws {
        (self.interval, self.first) = (interval, first)
        target = TargetDuration(planning: interval)
        fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: interval))
        let configuration = CodecConfiguration.avc(
            AVCDecoderConfiguration(bytes: [
                1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 10, 0x67, 0x42, 0xc0, 0x1e, 0xd9, 0, 0xa0, 0x47, 0xfe, 0xc8, 1, 0,
                4,
                0x68, 0xce, 0x38, 0x80,
            ]))
        let video = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 640, height: 360))
        let audio = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48000, channelCount: 2,
            framesPerPacket: 1024)
        try fragmenter.add(Track(id: Track.ID(rawValue: 1), format: .codedVideo(video), timescale: 30000))
        try fragmenter.add(Track(id: Track.ID(rawValue: 2), format: .codedAudio(audio), timescale: 48000))
    }

    /// Returns the first frame at or after grid boundary `number`, in integer arithmetic.
    func picture(atBoundary number: Int64) -> Int64 {
        Self.quotient(number * interval.value * 30000, Self.picture * Int64(interval.timescale))
    }

    /// Returns the first packet at or after the start of a frame.
    func packet(atPicture number: Int64) -> Int64 { Self.quotient(number * Self.picture * 48000, 30000 * Self.packet) }

    /// Divides and rounds up.
    static func quotient(_ dividend: Int64, _ divisor: Int64) -> Int64 { (dividend + divisor - 1) / divisor }

    mutating func cut(segments: Int64) throws {
        let pictures = picture(atBoundary: first)..<picture(atBoundary: first + segments)
        var packets = packet(atPicture: pictures.lowerBound)..<packet(atPicture: pictures.upperBound)
        let bytes = ByteSlice(copying: [1, 2, 3, 4])
        for number in pictures {
            // Every frame is a sync sample, so that the grid alone determines the boundaries.
            try fragmenter.append(
                Sample(
                    track: Track.ID(rawValue: 1), timescale: 30000, decodeTicks: number * Self.picture,
                    duration: Self.picture, bytes: bytes))
            let due = packet(atPicture: number + 1)
            for packet in packets.lowerBound..<due {
                try fragmenter.append(
                    Sample(
                        track: Track.ID(rawValue: 2), timescale: 48000, decodeTicks: packet * Self.packet,
                        duration: Self.packet, bytes: bytes))
            }
            packets = due..<packets.upperBound
            if fragmenter.hasSegments { try drainSegments() }
        }
        try fragmenter.finish()
        try drainSegments()
    }

    private mutating func drainSegments() throws {
        for segment in fragmenter.dequeueSegments() {
            let id = segment.rendition.id
            var course =
                renditions.removeValue(forKey: id)
                ?? Course(
                    state: RenditionState(
                        segment.rendition,
                        layout: PlaylistLayout(playlistName: "playlist.m3u8", segmentPrefix: "segment-"),
                        packaging: .files))
            if segment.kind == .initialization {
                _ = course.state.storeInitialization(segment)
                course.state.begin(.live(maximumCount: 3), target: target)
            } else {
                verify(segment, course.count)
                try list(segment, in: &course)
            }
            renditions[id] = course
        }
    }

    /// Verifies the start and duration of a segment.
    private mutating func verify(_ segment: Segment, _ index: Int64) {
        let from = picture(atBoundary: first + index)
        let to = picture(atBoundary: first + index + 1)
        let report = segment.report.tracks[0]
        let expected =
            report.mediaType == .video
            ? (MediaTime(value: from * Self.picture, timescale: 30000), to - from)
            : (
                MediaTime(value: packet(atPicture: from) * Self.packet, timescale: 48000),
                packet(atPicture: to) - packet(atPicture: from)
            )
        let start = report.earliestPresentationTime - .seconds(10)
        guard start != expected.0 || Int64(report.sampleCount) != expected.1, mistakes.count < 5 else { return }
        mistakes.append(
            "\(report.mediaType) \(index) begins at \(start) with \(report.sampleCount) samples, not at \(expected)")
    }

    private func list(_ segment: Segment, in course: inout Course) throws {
        let report = segment.report
        if course.count == 0 { course.start = report.start }
        course.count += 1
        course.end = report.start + report.ownDuration
        let change = try course.state.add(segment, date: nil).change
        guard let duration = change.listed?.entry.duration else { return }
        course.published += duration.ticks(at: 1_000_000)
        course.longest = max(course.longest, duration)
        if change.overlong != nil { course.targets.insert(-1) }
        let exact = (course.end - course.start).ticks(at: 1_000_000)
        course.deviation = max(course.deviation, abs(course.published - exact))
        // Rendering every playlist would repeat the same work; some samples suffice.
        guard course.count % 1000 == 1, let playlist = course.state.playlist(ended: false, target: target)
        else { return }
        course.targets.insert(playlist.targetDuration)
    }

    func judge(segments: Int64) {
        #expect(mistakes.isEmpty, "\(mistakes)")
        #expect(renditions.count == 2)
        for (id, course) in renditions {
            #expect(course.count == segments, "\(id)")
            #expect(course.targets == [target.seconds], "\(id) declares one target duration throughout")
            #expect(course.deviation <= 1, "\(id): EXTINF is \(course.deviation) µs from media time")
            let slack =
                MediaTime(value: Self.picture, timescale: 30000) + MediaTime(value: Self.packet, timescale: 48000)
            #expect(course.longest < interval + slack, "\(id): \(course.longest)")
            let record = course.state.record
            #expect(record.mediaSequence == Int(segments) - record.segmentCount)
        }
    }
}
