import Foundation
import HLS
import Media
import StageKit
import Synchronization

/// A sink that records every version of each playlist with its time, and stores all files in a folder.
struct PublishedFiles: Sink {
    /// The recorded playlists.
    final class Record: Sendable {
        private let all = Mutex<[(path: String, text: String, second: Double)]>([])
        let folder: URL

        init(_ folder: URL) { self.folder = folder }

        func record(_ path: String, _ text: String) {
            all.withLock { $0.append((path, text, Double(DispatchTime.now().uptimeNanoseconds) / 1e9)) }
        }
        func texts(_ path: String) -> [(text: String, second: Double)] {
            all.withLock { $0.filter { $0.path == path }.map { ($0.text, $0.second) } }
        }
    }

    static let kind = "test.published"
    static let abstract = "Stores all published resources."
    let record: Record

    init(options: NoOptions) throws { preconditionFailure("made with a record") }
    init(_ record: Record) { self.record = record }

    func run(input: any Inlet<Resource>, context: StageContext) async throws {
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages { try store(resource) }
        }
    }

    private func store(_ resource: Resource) throws {
        guard case .store(let data) = resource.action, resource.role != .record else { return }
        let url = record.folder.appending(path: resource.path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(data.bytes).write(to: url)
        if resource.path.hasSuffix(".m3u8") {
            record.record(resource.path, String(decoding: data.bytes, as: UTF8.self))
        }
    }
}
