import Media
import StageKit
import Synchronization

/// Measures the segments of an analysis and discards them.
struct MeasureSegments: Sink {
    static let kind = "job.measure"
    static let abstract = "Measures the segments of an analysis."

    private let result: Result

    /// The sum of the segments.
    final class Result: Sendable {
        private let state = Mutex((bytes: 0, durations: [String: MediaTime]()))

        var complexity: ChunkComplexity {
            state.withLock { ChunkComplexity(byteCount: $0.bytes, duration: $0.durations.values.max() ?? .zero) }
        }

        fileprivate func add(_ segment: Segment) {
            guard segment.kind == .separable, let track = segment.report.tracks.first else { return }
            state.withLock {
                $0.bytes += segment.data.count
                $0.durations[segment.rendition.id, default: .zero] += track.duration
            }
        }
    }

    init(options: NoOptions) { result = Result() }
    init(into result: Result) { self.result = result }

    func run(input: any Inlet<Segment>, context: StageContext) async throws {
        while let messages = try await input.receive() {
            for case .payload(let segment) in messages { result.add(segment) }
        }
    }
}
