import Foundation

/// Varnish with the configuration in `Scripts/edge`, in front of an origin.
final class Varnish {
    let port: Int
    private let process: RunningProgram

    static let absence = "varnish is not installed: apt-get install varnish"
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/sbin/varnishd")

    init(origin: UInt16, in scratch: Scratch) async throws {
        port = Int(freePort())
        let text = try String(
            contentsOf: Sluice.package.appending(path: "Scripts/edge/varnish-edge.vcl"), encoding: .utf8)
        let file = try scratch.write("edge.vcl", text.replacing(".port = \"8080\"", with: ".port = \"\(origin)\""))
        process = try Command(
            program: "/usr/sbin/varnishd",
            arguments: [
                "-F", "-j", "none", "-n", scratch.file("varnish").path, "-a", "127.0.0.1:\(port)", "-f", file.path,
                "-s", "malloc,64m",
            ], folder: scratch.folder
        ).start()
        let (process, port) = (process, port)
        // Varnish compiles its configuration first.
        let isUp = try await eventually(within: 60) { canConnect(to: UInt16(port)) || !process.isRunning }
        guard isUp, process.isRunning else { throw Unable("varnish does not start: \(process.errors)") }
    }

    deinit {
        process.signal(SIGTERM)
        process.end()
    }

    var url: String { "http://127.0.0.1:\(port)/" }
}
