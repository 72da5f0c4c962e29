import AllocationCounter
import AssetWriting
import Packaging
import Media

/// Measures the cost of appending passthrough samples to segments.
struct SegmentAppending {
    /// The API that receives the samples.
    enum Face { case fragmenter, writer }
    struct Result {
        var nanoseconds: Double
        var allocations: Double
        /// The fraction of payload bytes that the segments share with the samples' memory, without copying.
        var shared: Double
    }

    let name: String
    let face: Face
    let isVideo: Bool

    static let all = [
        SegmentAppending(name: "segments of video, by the fragmenter", face: .fragmenter, isVideo: true),
        SegmentAppending(name: "segments of audio, by the fragmenter", face: .fragmenter, isVideo: false),
        SegmentAppending(name: "segments of video, by AssetWriter", face: .writer, isVideo: true),
        SegmentAppending(name: "segments of audio, by AssetWriter", face: .writer, isVideo: false),
    ]

    /// Returns the median of five runs.
    func measure(count: Int) async throws -> Result {
        var results: [Result] = []
        for _ in 0..<5 {
            switch face {
            case .fragmenter: results.append(try measureFragmenter(count))
            case .writer: results.append(try await measureWriter(count))
            }
        }
        return results.sorted { $0.nanoseconds < $1.nanoseconds }[2]
    }

    private func measureFragmenter(_ count: Int) throws -> Result {
        let storage = ByteStorage(copying: [UInt8](repeating: 1, count: 1 << 16))
        var fragmenter = Fragmenter(settings: FragmenterSettings(profile: .mpeg4AppleHLS, interval: .seconds(6)))
        try fragmenter.add(track)
        var tally = SharedBytes(storage)
        let before = allocation_count()
        let time = try processorTime {
            for index in 0..<Int64(count) {
                try fragmenter.append(sample(index, storage))
                if fragmenter.hasSegments { for segment in fragmenter.dequeueSegments() { tally.add(segment.data) } }
            }
            try fragmenter.finish()
            for segment in fragmenter.dequeueSegments() { tally.add(segment.data) }
        }
        return result(time, allocation_count() - before, count, tally)
    }

    private func measureWriter(_ count: Int) async throws -> Result {
        let storage = ByteStorage(copying: [UInt8](repeating: 1, count: 1 << 16))
        let writer = AssetWriter(contentType: .mp4)
        let input = AssetWriterInput(mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: track.format)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(6)
        let taker = SharedByteCounter(storage)
        writer.delegate = taker
        guard writer.add(input), writer.startWriting() else { throw writer.error ?? Unwritten() }
        writer.startSession(atSourceTime: .zero)
        let before = allocation_count()
        let time = try processorTime {
            for index in 0..<Int64(count) {
                guard input.append(sample(index, storage)) else { throw writer.error ?? Unwritten() }
            }
        }
        let allocations = allocation_count() - before
        await writer.finishWriting()
        guard writer.status == .completed else { throw writer.error ?? Unwritten() }
        return result(time, allocations, count, taker.tally)
    }

    private struct Unwritten: Error {}

    private func result(_ time: Double, _ allocations: Int, _ count: Int, _ tally: SharedBytes) -> Result {
        let payload = (0..<Int64(count)).reduce(0) { $0 + size($1) }
        return Result(
            nanoseconds: time / Double(count), allocations: Double(allocations) / Double(count),
            shared: Double(tally.count) / Double(payload))
    }

    private var track: Track { isVideo ? MovieAppending.video : MovieAppending.audio }
    private func size(_ index: Int64) -> Int { isVideo ? 1000 + Int(index % 1000) / 2 : 300 }

    private func sample(_ index: Int64, _ storage: ByteStorage) -> Sample {
        // Non-adjacent slices, as in a movie with several tracks.
        let bytes = ByteSlice(storage, offset: Int(index % 1000) * 40, count: size(index))
        guard isVideo else {
            return Sample(
                track: track.id, timescale: 48_000, decodeTicks: index * 1024, duration: 1024, bytes: bytes)
        }
        let flags: SampleFlags = index % 60 == 0 ? .sync : index % 3 == 0 ? .predicted : .disposable
        return Sample(
            track: track.id, timescale: 30, decodeTicks: index, presentationOffset: index % 3, duration: 1,
            flags: flags,
            bytes: bytes)
    }
}

/// Counts the bytes of segments that share the memory of their samples.
struct SharedBytes {
    private let storage: ByteStorage
    private(set) var count = 0

    init(_ storage: ByteStorage) { self.storage = storage }

    mutating func add(_ rope: ByteRope) {
        for slice in rope.slices where slice.storage === storage { count += slice.count }
    }
}
