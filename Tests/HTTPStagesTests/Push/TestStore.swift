import Foundation
import HLS
import Media
import StageKit
import Synchronization
import Testing

@testable import HTTPStages

/// A store on the loopback interface with configurable failures.
final class TestStore: Sendable {
    let folder: URL
    let port: Int
    private let process = Process()
    private let input = Pipe()

    private let isSecure: Bool

    /// Starts a store; an S3 store if `access` is not empty.
    init(access: [String] = [], isSecure: Bool = false) throws {
        self.isSecure = isSecure
        folder = FileManager.default.temporaryDirectory.appending(path: "sluice-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "store"), withIntermediateDirectories: true)
        if isSecure { try Data().write(to: folder.appending(path: ".tls")) }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Scripts/store.py")
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.path, folder.path] + access
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    var url: String { "http\(isSecure ? "s" : "")://127.0.0.1:\(port)/store/" }

    /// Sets the store's failures from now on; none without lines.
    func behave(_ lines: String...) throws {
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.appending(path: ".behaviour"), options: .atomic)
    }

    /// The stored files: contents by path.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let root = folder.appending(path: "store")
        for case let name as String in FileManager.default.enumerator(atPath: root.path) ?? .init() {
            let path = root.appending(path: name).path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
                !name.hasSuffix("~")
            else { continue }
            files[name] = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        }
        return files
    }

    /// A line `METHOD path status length` for each completed request.
    var log: [String] { lines(".log") }
    /// A line `METHOD path` for each request, recorded when it begins.
    var begun: [String] { lines(".begun") }
    /// The files that were missing when a playlist that lists them was stored.
    var missing: [String] { lines(".missing") }

    private func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}

/// A run of the stage with input from a test.
final class PushRun: Sendable {
    private struct State {
        var problems: [Problem] = []
        var measures: [String: Double] = [:]
    }

    private let state = Mutex(State())
    private let batches: AsyncStream<[Message<Resource>]>.Continuation
    private let task: Task<Void, any Error>

    init(_ store: TestStore?, _ configure: (inout PushToStore.Options) throws -> Void = { _ in }) throws {
        var options = PushToStore.Options()
        options.url = store?.url ?? "http://127.0.0.1:9/store/"
        options.drain = .seconds(60)
        try configure(&options)
        let stage = try PushToStore(options: options)
        let (stream, batches) = AsyncStream<[Message<Resource>]>.makeStream()
        self.batches = batches
        let box = Box()
        task = Task {
            let context = StageContext(
                stageName: "push", reporter: { problem in box.run?.state.withLock { $0.problems.append(problem) } },
                meter: { name, value in box.run?.state.withLock { $0.measures[name] = value } })
            try await stage.run(input: StreamInlet(stream), context: context)
        }
        box.set(self)
    }

    private final class Box: Sendable {
        private let held = Mutex<PushRun?>(nil)
        var run: PushRun? { held.withLock { $0 } }
        func set(_ run: PushRun) { held.withLock { $0 = run } }
    }

    var problems: [Problem] { state.withLock { $0.problems } }
    var codes: [String] { problems.map(\.code) }
    func measure(_ name: String) -> Double { state.withLock { $0.measures[name] ?? 0 } }

    func put(_ resources: Resource...) { batches.yield(resources.map { .payload($0) }) }
    func end() async throws {
        batches.finish()
        try await task.value
    }
    func cancel() async -> Result<Void, any Error> {
        task.cancel()
        return await task.result
    }
}

/// An inlet that delivers batches from a stream.
private final class StreamInlet: Inlet {
    private let stream: AsyncStream<[Message<Resource>]>
    init(_ stream: AsyncStream<[Message<Resource>]>) { self.stream = stream }
    func receive() async throws -> [Message<Resource>]? {
        for await batch in stream { return batch }
        try Task.checkCancellation()
        return nil
    }
    func request(_ request: UpstreamRequest) {}
}

/// Waits until a condition holds, up to 60 s for a heavily loaded machine.
func waitUntil(
    _ what: String = "it did not come to that", _ condition: () throws -> Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
    for _ in 0..<6000 {
        if try condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(what)", sourceLocation: sourceLocation)
}

extension Resource {
    /// Returns a media playlist that lists these files.
    static func playlist(_ path: String, _ names: [String], isEnded: Bool = false) -> Resource {
        var list = MediaPlaylist(targetDuration: 1, mediaSequence: 0, hasIndependentSegments: true, hasEndList: isEnded)
        list.segments = names.map {
            MediaSegment(uri: $0, duration: .seconds(1), initialization: InitializationSection(uri: "init.mp4"))
        }
        return Resource(
            path: path, role: .mediaPlaylist, contentType: Playlist.contentType, content: DeliverablePlaylist(list))
    }

    static func removal(
        _ path: String, after delay: MediaTime, role: Role = .segment, formerPlaylists: Set<String> = []
    ) -> Resource {
        var removal = Resource(path: path, role: role, contentType: "video/mp4", action: .remove(after: delay))
        removal.formerPlaylists = formerPlaylists
        return removal
    }

    static func addition(_ path: String, _ bytes: [UInt8]) -> Resource {
        Resource(path: path, role: .segment, contentType: "video/mp4", action: .append(ByteRope(bytes)))
    }
}
