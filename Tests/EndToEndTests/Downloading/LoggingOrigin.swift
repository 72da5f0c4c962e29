import Foundation

/// The origin of the download tests, which logs its requests.
struct LoggingOrigin {
    /// The folder that it serves.
    let folder: URL
    let base: String
    private let server: RunningProgram

    /// Serves an empty folder; `rate` limits each response in bytes per second, 0 for unlimited.
    init(in scratch: Scratch, rate: Int = 0) async throws {
        let root = scratch.file("origin")
        folder = root.appending(path: "site")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(String(rate).utf8).write(to: folder.appending(path: ".rate"))
        let script = Sluice.package.appending(path: "Tests/AssetDownloadingTests/Scripts/origin.py")
        let server = try Command(
            program: "python3", arguments: [script.path, root.path, "stay"], folder: scratch.folder
        ).start()
        let isUp = try await eventually(within: 20) { server.output.hasSuffix("\n") || !server.isRunning }
        guard isUp, server.isRunning, let port = Int(server.output.dropLast()) else {
            throw Unable("the server does not start: \(server.errors)")
        }
        self.server = server
        base = "http://127.0.0.1:\(port)/site"
    }

    func end() { server.end() }

    /// The number of requests by path.
    var requests: [String: Int] {
        let text = (try? String(contentsOf: folder.appending(path: ".requests"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { $0[String($1), default: 0] += 1 }
    }
}

/// Returns the files of a folder and their contents, without Sluice's state files.
func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
        let url = folder.appending(path: name)
        guard !name.hasPrefix("."), try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
            continue
        }
        contents[name] = try Data(contentsOf: url)
    }
    return contents
}
