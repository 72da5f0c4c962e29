import Media
import StageKit
import Synchronization

/// Elements that produce bytes from each frame: scaled pixels, or an encoded image.
final class ImageSession: Sendable {
    private let elements: ProcessingPipeline<Sample>
    private let feed: EncoderFeed
    private let output: Output

    private final class Output: Sendable {
        let images = Mutex<[ByteSlice]>([])
    }

    /// The description has the elements between the frames and the bytes.
    init(_ description: String, context: StageContext) async throws {
        let made = Output()
        self.output = made
        let outlet = CodecOutlet<Sample>(
            announce: { _ in }, emit: { sample in made.images.withLock { $0.append(sample.bytes) } })
        elements = try ProcessingPipeline(
            "appsrc name=in ! \(description) ! appsink name=out sync=false async=false max-buffers=4",
            subject: "the thumbnail maker", capacity: 2, output: outlet, context: context)
        feed = EncoderFeed(elements.buffers)
        try await elements.start(context.makeTrackID(), BufferBytes())
    }

    func push(_ frame: Frame) async throws { try await feed.push(frame, forcingSync: false) }

    /// Returns the results that are ready, in the order of their frames.
    func dequeueImages() -> [ByteSlice] {
        output.images.withLock { pictures in
            defer { pictures = [] }
            return pictures
        }
    }

    /// Processes queued frames and returns the remaining results.
    func finish() async throws -> [ByteSlice] {
        try await elements.finish()
        return dequeueImages()
    }

    func abandon(_ error: any Error) async { await elements.abandon(error) }
}

/// Passes the bytes of each buffer through.
private struct BufferBytes: TrackConverter {
    private var id = Track.ID(rawValue: 0)

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        self.id = id
        let format = CodedDataFormat(mediaType: .metadata, handler: "meta", sampleEntry: [])
        return Track(id: id, format: .codedData(format), timescale: 1000)
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Sample) -> Void) throws(StageError) {
        guard let bytes = sample.buffer.flatMap({ ByteSlice.borrowing($0) }) else {
            throw StageError(.elementFailed, "a frame has no data")
        }
        emit(Sample(track: id, timescale: 1000, decodeTicks: 0, duration: 1, bytes: bytes))
    }

    mutating func finish(_ emit: (Sample) -> Void) {}
}
