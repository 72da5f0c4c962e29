import Foundation
import Glibc

/// nginx with one of the configurations in `Scripts/edge`, on another port and in another folder.
final class Nginx {
    let port: Int
    /// The port for TLS, if the configuration uses it.
    private let securePort: Int
    let folder: URL
    private let scratch: Scratch
    private var process: RunningProgram?

    /// The reason why tests that need nginx are skipped.
    static let absence = "nginx is not installed: Scripts/setup --test"
    static let isThere = ["/usr/sbin/nginx", "/usr/bin/nginx"].contains(where: FileManager.default.isExecutableFile)

    /// Starts nginx with a configuration, after textual replacements.
    init(_ configuration: String, in scratch: Scratch, _ changes: [(String, String)] = []) throws {
        (port, securePort) = (Int(freePort()), Int(freePort()))
        self.scratch = scratch
        folder = scratch.file("nginx-\(port)")
        for name in ["", "live", "incoming", "cache"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        var text = try String(
            contentsOf: Sluice.package.appending(path: "Scripts/edge/\(configuration)"), encoding: .utf8)
        let places = [
            ("/srv/live", path("live")), ("/srv/incoming", path("incoming")),
            ("/var/cache/nginx/sluice", path("cache")),
        ]
        for (before, after) in places + changes {
            guard text.contains(before) || places.contains(where: { $0.0 == before }) else {
                throw Unable("\(configuration) does not say '\(before)'")
            }
            text = text.replacing(before, with: after)
        }
        text = text.replacing(/listen [0-9.]*:\d+;/, with: "listen 127.0.0.1:\(port);")
        text = text.replacing(/listen [0-9.]*:\d+ ssl/, with: "listen 127.0.0.1:\(securePort) ssl")
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(path("incoming"));"
        }
        try Data(
            """
            daemon off; pid \(path("pid")); error_log \(path("error.log")); worker_processes 1;
            \(geteuid() == 0 ? "user root;" : "")
            events { worker_connections 2048; }
            http { log_format told '"$request" $status $body_bytes_sent $upstream_cache_status';
            access_log \(path("access.log")) told; \(temporary.joined(separator: " "))
            \(text)
            }
            """.utf8
        ).write(to: folder.appending(path: "nginx.conf"))
        try start()
    }

    deinit { process?.end() }

    var url: String { "http://127.0.0.1:\(port)/" }
    var secureURL: String { "https://localhost:\(securePort)/" }
    /// The access log: `"METHOD path HTTP/1.1" status size cache` per line.
    var log: String { (try? String(contentsOfFile: path("access.log"), encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOfFile: path("error.log"), encoding: .utf8)) ?? "" }

    /// Starts nginx, also after a stop.
    func start() throws {
        process = try Command(
            program: "nginx", arguments: ["-p", folder.path, "-e", path("error.log"), "-c", path("nginx.conf")],
            folder: folder
        ).start()
    }

    /// Kills nginx, as a failing machine would.
    func stop() {
        process?.end()
        process = nil
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }
}
