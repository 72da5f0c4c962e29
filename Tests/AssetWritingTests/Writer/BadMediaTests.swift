import ScriptedMedia
import AssetWriting
import Foundation
import Media
import Testing

/// Invalid media: an error or correct output, never a trap.
@Suite struct BadMediaTests {
    private let video = Script.video(frames: 10, rate: (30, 1), syncEvery: 5)

    private func write(_ samples: [Sample], interval: MediaTime = .seconds(1)) async -> (AssetWriter, SegmentCollector)
    {
        let (writer, inputs, collector) = Script.writer(for: [video], interval: interval)
        _ = writer.begin()
        for sample in samples { inputs[0].append(sample) }
        await writer.finishWriting()
        return (writer, collector)
    }

    @Test func zeroLengthSamplesAreWritten() async {
        var samples = video.samples
        samples[3].bytes = ByteSlice(copying: [])
        let (writer, collector) = await write(samples)
        #expect(writer.status == .completed)
        #expect(collector.media[0].report?.trackReports[0].duration.ticks(at: 30) == 10)
    }

    private static let limit: Int64 = 0x4000_0000_0000_0000
    private static let extremes: [Int64] = [
        .max, .min, .max - 1, .max / 2, .min / 2, limit, limit - 1, -limit + 1, -1, 0, 0x2_0000_0000,
    ]

    @Test(arguments: extremes)
    func timesAnywhereAreWrittenOrRefused(ticks: Int64) async {
        for index in [0, 1, 9] {
            for keyPath in [\Sample.decodeTicks, \Sample.presentationOffset, \Sample.duration] {
                var samples = video.samples
                samples[index][keyPath: keyPath] = ticks
                let (writer, _) = await write(samples)
                #expect(writer.status == .completed || writer.error != nil)
            }
        }
    }

    /// The same for movies, regular and fragmented, with timescale conversion.
    @Test(arguments: extremes, [MediaTime?.none, .milliseconds(100)])
    func extremeTimesInMoviesAreWrittenOrRejected(ticks: Int64, interval: MediaTime?) async throws {
        for keyPath in [\Sample.decodeTicks, \Sample.presentationOffset, \Sample.duration] {
            for scale in [Int32(0), 7, .max] {
                let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mov").path
                defer { try? FileManager.default.removeItem(atPath: path) }
                let writer = AssetWriter(url: FileURL(fileURLWithPath: path), fileType: .mov)
                writer.movieFragmentInterval = interval
                let input = AssetWriterInput(passingThrough: video.track)
                input.mediaTimeScale = scale
                writer.add(input)
                try #require(writer.begin())
                var samples = video.samples
                samples[4][keyPath: keyPath] = ticks
                for sample in samples { input.append(sample) }
                await writer.finishWriting()
                #expect(writer.status == .completed || writer.status == .failed && writer.error != nil)
            }
        }
    }

    /// The number of samples in a movie of 5 GiB at 5 Mbit/s: only the tables are large.
    @Test(arguments: [MediaTime?.none, .seconds(60)])
    func tablesOfAFiveGibibyteMovieOfTinySamplesAreWritten(interval: MediaTime?) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = AssetWriter(url: FileURL(fileURLWithPath: path), fileType: .mp4)
        writer.movieFragmentInterval = interval
        let input = AssetWriterInput(passingThrough: video.track)
        writer.add(input)
        try #require(writer.begin())
        let memory = ByteStorage(copying: [1, 2, 3])
        let count: Int64 = 300_000
        for index in 0..<count {
            let bytes = ByteSlice(memory, offset: 0, count: Int(index % 4))
            let sample = Sample(
                track: video.track.id, timescale: 30, decodeTicks: index, duration: 1,
                flags: index % 250 == 0 ? .sync : .predicted, bytes: bytes)
            while !input.append(sample) { try #require(writer.error?.code == .notReady) }
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let track = try Asset(url: FileURL(fileURLWithPath: path)).tracks[0]
        #expect(track.sampleCount == Int(count) && track.totalSampleDataLength == count * 3 / 2)
    }

    @Test func streamsNearRangeEndAreWrittenOrRejected() async {
        let starts: [Int64] = [Self.limit - 1000, .max - 5, 1 - Self.limit, .min + 5]
        for start in starts {
            for interval in [MediaTime.seconds(1), .nanoseconds(1), MediaTime(value: .max, timescale: 1), .indefinite] {
                var samples = video.samples
                for index in samples.indices { samples[index].decodeTicks = start &+ Int64(index) }
                let (writer, _) = await write(samples, interval: interval)
                #expect(writer.status == .completed || writer.error != nil)
            }
        }
    }

    @Test func negativeDurationsAreRefused() async {
        var samples = video.samples
        samples[2].duration = -1
        let (writer, _) = await write(samples)
        #expect(writer.status == .failed && writer.error?.code == .badTimestamps)
    }

    @Test(arguments: [Int32(0), -1, .min]) func zeroTimescaleIsRejected(timescale: Int32) async {
        var samples = video.samples
        samples[0].timescale = timescale
        let (writer, _) = await write(samples)
        #expect(writer.status == .failed && writer.error?.code == .badTimestamps)
    }

    @Test func timescalesThatChangeAreConverted() async {
        var samples = video.samples
        for index in 5..<10 {
            samples[index].timescale = 90_000
            samples[index].decodeTicks *= 3000
            samples[index].duration *= 3000
        }
        let (writer, collector) = await write(samples)
        #expect(writer.status == .completed)
        #expect(collector.media[0].report?.trackReports[0].duration == MediaTime(value: 1, timescale: 3))
    }

    @Test func segmentStartingWithNonSyncSampleIsRejected() async {
        let (writer, collector) = await write(Array(video.samples[1...]))
        #expect(writer.error?.code == .segmentStartsWithNonSyncSample)
        #expect(collector.pieces.isEmpty)
    }

    @Test func aFormatThatChangesIsRefused() throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        inputs[0].append(video.samples[0])
        let other = MediaFormat.codedVideo(
            CodedVideoFormat(
                configuration: .avc(AVCDecoderConfiguration(bytes: [1])), size: PixelSize(width: 1, height: 1)))
        #expect(!inputs[0].append(video.samples[1], format: other))
        #expect(writer.error?.code == .unsupportedFormat)
    }

    @Test func formatsWithoutASampleEntryAreRefused() throws {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4CMAFCompliant
        writer.preferredOutputSegmentInterval = .seconds(1)
        let raw = MediaFormat.rawVideo(RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 2, height: 2)))
        let input = AssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: raw)
        writer.add(input)
        SegmentCollector().collect(from: writer)
        try #require(writer.begin())
        #expect(!input.append(video.samples[0]))
        #expect(writer.error?.code == .unsupportedFormat)
    }

    @Test func tenThousandInputsAreRefusedByNumber() {
        let writer = AssetWriter(contentType: .mp4)
        writer.preferredOutputSegmentInterval = .indefinite
        let added = (0..<10_000).filter { _ in writer.add(AssetWriterInput(passingThrough: video.track)) }.count
        #expect(added == 1024)
        #expect(writer.error?.code == .tooManyInputs)
        #expect(writer.error?.message.contains("1024") == true)
    }

    @Test func aThousandInputsAreWritten() async throws {
        let audio = Script.audio(packets: 2, rate: 48000, priming: 0)
        let (writer, inputs, collector) = Script.writer(
            for: Array(repeating: audio, count: 1000), interval: .indefinite)
        try #require(writer.begin())
        for sample in audio.samples { for input in inputs { #expect(input.append(sample)) } }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(collector.media[0].report?.trackReports.count == 1000)
    }
}
