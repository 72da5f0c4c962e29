import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import SystemTime
import Testing

@testable import HTTPStages

/// Idle connections use very little memory.
@Suite struct IdleConnectionTests {
    private static let count = 10_000

    /// The reason why the test cannot run on this machine; nil if it can.
    private static var obstacle: String? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return "no limit is known" }
        return limit.rlim_max >= rlim_t(count + 2000) ? nil : "a process may open \(limit.rlim_max) files here"
    }

    /// Opens the connections, sends one request on each, prints the number of responses, and waits for end of input.
    private static let client = """
        import resource, socket, sys
        port, count = int(sys.argv[1]), int(sys.argv[2])
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        request = b"GET /live/v/tiny.m4s HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"
        connections = []
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", port), timeout=60)
            connection.sendall(request)
            connections.append(connection)
        good = sum(connection.recv(65536).startswith(b"HTTP/1.1 200 ") for connection in connections)
        print(good, flush=True)
        sys.stdin.read()
        """

    @Test(.enabled(if: Self.obstacle == nil, "the hard limit on open files is too low"))
    func tenThousandIdleConnectionsAreHarmless() async throws {
        try await withStream({ $0.connections = Self.count + 500 }) { harness in
            harness.put(.file("v/tiny.m4s", count: 10))
            let before = residentBytes
            let (input, output) = (Pipe(), Pipe())
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", "-c", Self.client, "\(harness.server.port)", "\(Self.count)"]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            // The client prints nothing until all connections are answered.
            try await harness.until { $0.responses == Self.count }
            let said = await Task.detached { output.fileHandleForReading.availableData }.value
            #expect(String(decoding: said, as: UTF8.self).prefix { $0 != "\n" } == "\(Self.count)")
            #expect(harness.server.figures.connections == Self.count)
            #expect(residentBytes - before < Self.count * 16 << 10)
            let begin = SystemClock.now
            let connection = try harness.connection()
            for _ in 0..<200 { #expect(try connection.get("/live/v/1.m4s").body.count == 5000) }
            #expect(SystemClock.now - begin < .seconds(30))
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            try await harness.until { $0.connections <= 1 }
        }
    }
}
