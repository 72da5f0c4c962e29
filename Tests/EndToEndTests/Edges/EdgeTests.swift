import Foundation
import Testing

/// Caches in front of the origin, with the configurations in `Scripts/edge`: identical requests are collapsed into one.
@Suite(.enabled(if: Nginx.isThere, "\(Nginx.absence)"))
struct EdgeTests {
    private static let clients = 50

    @Test func nginxMakesOneRequestOfManyAndKeepsToWhatTheOriginSays() async throws {
        try await Scratch.use { scratch in
            let origin = try EdgeOrigin()
            origin.publish(parts: 10)
            let edge = try await Nginx.edge(before: origin.port, in: scratch)
            try await expectCollapsing(edge.url, origin, scratch)
            try await expectLifetimes(edge.url, origin, scratch)
        }
    }

    @Test(.enabled(if: Varnish.isThere, "\(Varnish.absence)"))
    func varnishMakesOneRequestOfManyAndKeepsToWhatTheOriginSays() async throws {
        try await Scratch.use { scratch in
            let origin = try EdgeOrigin()
            origin.publish(parts: 10)
            let edge = try await Varnish(origin: origin.port, in: scratch)
            try await expectCollapsing(edge.url, origin, scratch)
            try await expectLifetimes(edge.url, origin, scratch)
        }
    }

    @Test func nginxSpeaksHTTP2OverTLS() async throws {
        try await Scratch.use { scratch in
            let origin = try EdgeOrigin()
            origin.publish(parts: 10)
            let edge = try await Nginx.edge(before: origin.port, in: scratch)
            let answer = try await scratch.run(
                "curl",
                [
                    "--silent", "--insecure", "--compressed", "--write-out", "\n%{http_version}",
                    edge.secureURL + "live/list.m3u8",
                ]
            ).succeeded()
            #expect(answer.output == origin.text + "\n2")
        }
    }

    @Test func aLiveRunIsPlayedThroughNginx() async throws {
        try await Scratch.use { scratch in
            let port = freePort()
            let settings = ["listen=127.0.0.1:\(port)", "size=320x180", "interval=1s", "part=250ms", "window=8"]
            let run = try scratch.command(
                ["run", Sluice.pipeline("live-low-latency").path] + settings.flatMap { ["--set", $0] }
            ).start()
            defer { run.end() }
            let edge = try await Nginx.edge(before: port, in: scratch)
            let index = "\(edge.url)live/index.m3u8"
            let isThere = try await eventually(within: 60) {
                let answer = try await scratch.run("curl", ["--silent", "\(edge.url)live/video/playlist.m3u8"])
                return answer.output.matches(of: #/\nsegment-\d+\.m4s/#).count >= 3 || !run.isRunning
            }
            try #require(isThere && run.isRunning, "\(run.errors)")
            let played = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", index, "-t", "2", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(played.errors.isEmpty && played.output.split(separator: "\n").count > 60)
            let report = try await scratch.sluice("validate", index, "--profile", "rfc", "--live", "4s")
            #expect(report.code == 0, "\(report)")
            // Every versioned URL was requested from the origin only once.
            let missed = edge.log.matches(of: #/"GET (\S*_HLS_msn=\S*) HTTP/[0-9.]+" 200 .* MISS/#).map { String($0.1) }
            #expect(missed.count == Set(missed).count)
        }
    }
}

extension EdgeTests {
    /// Requests a URL from all clients at once; `path` may contain the curl range `[1-50]`.
    private func askTogether(_ url: String, _ scratch: Scratch, _ folder: String) throws -> RunningProgram {
        let output = scratch.file(folder)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        return try Command(
            program: "curl",
            arguments: [
                "--silent", "--max-time", "60", "--parallel", "--parallel-immediate", "--parallel-max",
                "\(Self.clients)", "--output", "\(output.path)/#1", "--write-out", "%{http_code}\n", url,
            ], folder: scratch.folder
        ).start()
    }

    private func expectCollapsing(_ base: String, _ origin: EdgeOrigin, _ scratch: Scratch) async throws {
        // Blocking requests: the next state of the playlist, with any other query items, and the next part.
        for (name, path) in [
            ("lists", "live/list.m3u8?_HLS_msn=2&_HLS_part=2&viewer=[1-\(Self.clients)]"),
            ("parts", "live/\(EdgeOrigin.name(11))?viewer=[1-\(Self.clients)]"),
        ] {
            let before = origin.answers
            let asking = try askTogether(base + path, scratch, name)
            #expect(try await eventually(within: 60) { origin.waiting == 1 || origin.answers > before })
            // By now almost all requests are blocked; the remaining ones find the part published.
            try await Task.sleep(for: .milliseconds(300))
            #expect(origin.waiting == 1 && origin.answers == before, "\(name): \(origin.waiting) wait")
            origin.publish()
            let outcome = try await asking.outcome(within: 60).succeeded()
            #expect(outcome.output == String(repeating: "200\n", count: Self.clients))
            #expect(origin.answers == before + 1, "\(name): one request for all")
            let wanted = name == "lists" ? Array(origin.text.utf8) : EdgeOrigin.bytes(11)
            let bodies = try contents(of: scratch.file(name))
            #expect(bodies.count == Self.clients && bodies.values.allSatisfy { Array($0) == wanted }, "\(name)")
        }
        // A later request finds it in the cache, in either encoding and with any order of the directives.
        let before = origin.answers
        for arguments in [["--compressed"], []] {
            let late = try await scratch.run(
                "curl", ["--silent"] + arguments + ["\(base)live/list.m3u8?x=1&_HLS_part=2&_HLS_msn=2"])
            #expect(late.output.contains(EdgeOrigin.name(10)))
        }
        let part = try await scratch.run(
            "curl",
            [
                "--silent", "--range", "10-19", "--output", scratch.file("range").path, "--write-out", "%{http_code}",
                "\(base)live/\(EdgeOrigin.name(11))",
            ])
        #expect(part.output == "206")
        #expect(
            FileManager.default.contents(atPath: scratch.file("range").path).map(Array.init)
                == Array(EdgeOrigin.bytes(11)[10..<20]))
        #expect(origin.answers == before)
    }

    private func expectLifetimes(_ base: String, _ origin: EdgeOrigin, _ scratch: Scratch) async throws {
        func ask(_ path: String) async throws -> String {
            try await scratch.run(
                "curl", ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}", base + path]
            ).output
        }
        // Not cached: rejected requests and requests for a future playlist. Cached for a while: a missing file (404).
        for (path, status, requests) in [
            ("live/list.m3u8?_HLS_msn=99", "400", 2), ("live/list.m3u8?_HLS_part=1", "400", 2),
            ("live/none.m4s", "404", 1),
        ] {
            let before = origin.answers
            let (first, second) = (try await ask(path), try await ask(path))
            #expect(first == status && second == status)
            #expect(origin.answers == before + requests, "\(path)")
        }
        // Without directives a playlist is cached for half a target duration, at least a second, and then fetched
        // again: never an older one.
        func list() async throws -> String {
            try await scratch.run("curl", ["--silent", "\(base)live/list.m3u8"]).output
        }
        #expect(try await list().contains("EXT-X-PRELOAD-HINT"))
        origin.publish(parts: 1)
        let newest = EdgeOrigin.name(origin.parts)
        #expect(try await eventually(within: 30) { try await list().contains(newest) })
    }
}

extension Nginx {
    /// The cache in front of an origin, with its own certificate.
    static func edge(before port: UInt16, in scratch: Scratch) async throws -> Nginx {
        let (certificate, key) = (scratch.file("edge.pem").path, scratch.file("edge.key").path)
        _ = try await scratch.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost",
                "-keyout", key, "-out", certificate,
            ]
        ).succeeded()
        let edge = try Nginx(
            "nginx-edge.conf", in: scratch,
            [
                ("server 127.0.0.1:8080", "server 127.0.0.1:\(port)"), ("/etc/ssl/sluice/edge.pem", certificate),
                ("/etc/ssl/sluice/edge.key", key),
            ])
        guard try await eventually(within: 30, { canConnect(to: UInt16(edge.port)) }) else {
            throw Unable("nginx does not start: \(edge.errors)")
        }
        return edge
    }
}
