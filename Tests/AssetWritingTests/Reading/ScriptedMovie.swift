import ScriptedMedia
import AssetWriting
import Foundation
import Media
import Synchronization

/// A fragmented movie made from scripts, in a temporary file.
final class ScriptedMovie: Sendable {
    private let path: String

    init(_ scripts: [Script]) throws {
        let segments = try Script.run(scripts, interval: .seconds(1), profile: .mpeg4CMAFCompliant) {
            $0.timeOffset = .zero
            $0.packaging = .together
        }
        path = FileManager.default.temporaryDirectory.appending(path: "movie-\(UUID().uuidString).mp4").path
        try Data(segments.flatMap(\.data.bytes)).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Opens the movie; the file may be removed afterwards.
    func asset() throws -> Asset { try Asset(url: FileURL(fileURLWithPath: path)) }

    /// Truncates the content to this share of the file by writing a new file.
    func cut(to share: Double) throws {
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        try content.prefix(Int(Double(content.count) * share)).write(to: URL(fileURLWithPath: path))
    }

    /// Truncates the file in place, which may be mapped.
    func truncate(to count: UInt64) throws {
        let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
        precondition(count < size, "the file is longer than that")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: count)
        try handle.close()
    }
}

/// Decoders that output a frame per sample, optionally delayed, on the thread that feeds the sample.
struct ScriptedDecoders: DecoderProvider {
    /// The number of frames held back.
    var delay = 0
    /// The number of samples after which the decoder fails.
    var failsAfter = Int.max
    var refusal: AssetReaderError?
    let counts = SampleCounts()

    final class SampleCounts: Sendable {
        private let taken = Mutex(0)
        var samples: Int { taken.withLock { $0 } }
        func add() -> Int {
            taken.withLock {
                $0 += 1
                return $0
            }
        }
    }

    func makeDecoder(
        for request: DecodingRequest, events: @escaping @Sendable (DecodingEvent) -> Void
    ) throws(AssetReaderError) -> any MediaDecoder {
        if let refusal { throw refusal }
        return ScriptedDecoder(script: self, events: events)
    }

    struct Content: FrameContent { let byteCount = 1 }
}

final class ScriptedDecoder: MediaDecoder {
    private let script: ScriptedDecoders
    private let events: @Sendable (DecodingEvent) -> Void
    private let held = Mutex<[Frame]>([])

    init(script: ScriptedDecoders, events: @escaping @Sendable (DecodingEvent) -> Void) {
        self.script = script
        self.events = events
    }

    func decode(_ sample: Sample) {
        if script.counts.add() > script.failsAfter {
            return events(.failed(AssetReaderError(.decoding, "scripted failure")))
        }
        let frame = Frame(
            track: sample.track, timescale: sample.timescale, presentationTicks: sample.presentationTicks,
            duration: sample.duration, content: ScriptedDecoders.Content())
        let out = held.withLock { held -> Frame? in
            held.append(frame)
            return held.count > script.delay ? held.removeFirst() : nil
        }
        if let out { events(.frame(out)) }
    }

    func finish() {
        for frame in held.withLock({ $0 }) { events(.frame(frame)) }
        events(.ended)
    }

    func cancel() {}
}
