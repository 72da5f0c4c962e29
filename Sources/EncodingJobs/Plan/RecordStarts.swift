import Media
import StageKit
import Synchronization

/// Records the times of the first frames of all tracks.
struct RecordStarts: Sink {
    static let kind = "job.starts"
    static let abstract = "Records the times of first frames."

    /// The recorded times, in the order of the tracks' announcement.
    final class Record: Sendable {
        private let state = Mutex<[(track: Track, start: MediaTime?)]>([])
        private let handler = HandlerSlot<@Sendable () -> Void>()

        /// The tracks in the order of announcement, as they were announced first.
        var tracks: [Track] { state.withLock { $0.map(\.track) } }

        /// Calls `body` once when each announced track has begun.
        func onStarts(_ body: @escaping @Sendable () -> Void) { handler.set(body) }

        func starts(of type: MediaType) -> [MediaTime?] {
            state.withLock { $0.filter { $0.track.mediaType == type }.map(\.start) }
        }

        /// The first track of this type; nil before it was announced.
        func track(of type: MediaType) -> Track? {
            state.withLock { $0.first { $0.track.mediaType == type }?.track }
        }

        fileprivate func add(_ message: Message<Frame>) {
            let haveBegun = state.withLock { tracks -> Bool in
                switch message {
                case .track(let track) where !tracks.contains(where: { $0.track.id == track.id }):
                    tracks.append((track, nil))
                case .payload(let frame):
                    guard let index = tracks.firstIndex(where: { $0.track.id == frame.track }) else {
                        return false
                    }
                    if tracks[index].start == nil { tracks[index].start = frame.presentationTime }
                default: break
                }
                return !tracks.isEmpty && tracks.allSatisfy { $0.start != nil }
            }
            if haveBegun { handler.take()?() }
        }
    }

    private let record: Record

    init(options: NoOptions) { record = Record() }
    init(in record: Record) { self.record = record }

    func run(input: any Inlet<Frame>, context: StageContext) async throws {
        while let messages = try await input.receive() {
            for message in messages { record.add(message) }
        }
    }
}
