import Media
package import StageKit

/// Stores resources as files in a folder, each published whole.
package struct StoreInFolder: Sink {
    package struct Options: StageOptions {
        package var path = ""

        package init() {}
        package static var fields: [OptionField<Options>] {
            [.required("path", \.path, "The folder; it is made when it is not there.")]
        }
    }

    package static let kind = "file.folder"
    package static let abstract = "Writes segments and playlists into a folder, publishing each file by rename."

    private let path: String

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        path = options.path
    }

    package func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let clock = ContinuousClock()
        var folder = try FolderWriter(path: path)
        var departures = Departures<ContinuousClock.Instant>()
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages {
                switch resource.action {
                case .store(let data): try folder.store(data, at: resource.path)
                case .append(let data): try folder.append(data, to: resource.path)
                case .remove(let delay) where delay <= .zero: folder.remove(resource.path)
                case .remove(let delay):
                    departures.add(resource.path, due: clock.now + .nanoseconds(delay.nanoseconds))
                }
            }
            for path in departures.take(dueAt: clock.now) { folder.remove(path) }
        }
        try folder.finish()
    }
}

/// Files that have left the playlists and are to be removed when players can no longer want them.
struct Departures<Instant: Comparable> {
    private var waiting: [(path: String, due: Instant)] = []

    mutating func add(_ path: String, due: Instant) {
        waiting.append((path, due))
    }

    /// Takes out what is due; times need not be in order.
    mutating func take(dueAt now: Instant) -> [String] {
        guard waiting.contains(where: { $0.due <= now }) else { return [] }
        defer { waiting.removeAll { $0.due <= now } }
        return waiting.filter { $0.due <= now }.map(\.path)
    }
}
