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

        func starts(of type: MediaType) -> [MediaTime?] {
            state.withLock { $0.filter { $0.track.mediaType == type }.map(\.start) }
        }

        /// The first track of this type; nil before it was announced.
        func track(of type: MediaType) -> Track? {
            state.withLock { $0.first { $0.track.mediaType == type }?.track }
        }

        fileprivate func add(_ message: Message<Frame>) {
            state.withLock { tracks in
                switch message {
                case .track(let track) where !tracks.contains { $0.track.id == track.id }: tracks.append((track, nil))
                case .payload(let frame):
                    guard let index = tracks.firstIndex(where: { $0.track.id == frame.track }) else { return }
                    if tracks[index].start == nil { tracks[index].start = frame.presentationTime }
                default: break
                }
            }
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
