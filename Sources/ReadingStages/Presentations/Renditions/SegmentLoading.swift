import AssetDownloading
import Media
import Synchronization

/// Loads the next segment of a rendition while the current one is read.
final class SegmentLoading: Sendable {
    private struct Step: Sendable {
        var segments: RenditionSegments
        var segment: RenditionSegments.Segment?
    }

    private struct State {
        var task: Task<Result<Step, AssetDownloadError>, Never>?
        var isCancelled = false
        var isStalled = false
        var isLive = true
    }

    /// No segment was loaded in time.
    struct Stall: Error {}

    private let source: PlaylistSource
    private let state = Mutex(State())

    init(_ segments: RenditionSegments, from source: PlaylistSource) {
        self.source = source
        start(segments)
    }

    /// Whether the playlist may change, as far as it is known.
    var isLive: Bool { state.withLock { $0.isLive } }

    /// Stops loading: `next` throws from now on.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.task?.cancel()
        }
    }

    /// Returns the next segment; nil at the end of the playlist. Throws ``Stall`` after `limit`.
    func next(within limit: Duration?) async throws -> RenditionSegments.Segment? {
        guard let task = state.withLock({ $0.task }) else {
            throw AssetDownloadError(.cancelled, "reading was cancelled")
        }
        let timer = limit.map { limit in
            Task {
                guard (try? await source.wait(for: limit)) != nil else { return }
                state.withLock { state in
                    state.isStalled = true
                    state.task?.cancel()
                }
            }
        }
        defer { timer?.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            cancel()
        }
        if case .failure = result, state.withLock({ $0.isStalled }) { throw Stall() }
        let step = try result.get()
        state.withLock { $0.isLive = step.segments.isLive }
        if step.segment != nil { start(step.segments) }
        return step.segment
    }

    private func start(_ segments: RenditionSegments) {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.task = Task {
                var segments = segments
                do throws(AssetDownloadError) {
                    let segment = try await segments.next()
                    return .success(Step(segments: segments, segment: segment))
                } catch {
                    return .failure(error)
                }
            }
        }
    }
}
