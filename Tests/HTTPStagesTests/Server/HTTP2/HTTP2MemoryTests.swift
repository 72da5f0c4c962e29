import Foundation
import HTTPServer
import StageKit
import Testing

@testable import HTTPStages

/// The memory used for clients that send requests over HTTP/2 and read nothing.
@Suite struct HTTP2MemoryTests {
    /// A playlist with a target duration so long that requests are held until all clients have sent theirs.
    private static var playlist: ScriptedPlaylist { ScriptedPlaylist(last: 10, parts: 1, targetDuration: 100) }

    /// When a part is published, all requests held for it are answered at the same time.
    @Test func hundredResponsesShareBytes() async throws {
        await #expect(processExitsWith: .success) {
            let harness = try ServerHarness {
                ($0.timeouts.response, $0.timeouts.minimumRate) = (.seconds(60), 1 << 40)
            }
            harness.put(Self.playlist.resource())
            let settings = HTTP2Client.Frame.setting(4, 0x3FFF_FFFF)
            let client = HTTP2Client(try harness.connection(receiveBuffer: 4096), settings: settings)
            client.openWindow()
            for _ in 0..<100 { client.ask("/live/v/11.1.m4s") }
            try await harness.until { $0.heldRequests == 100 }
            let count = 8 << 20
            let part = Resource.file("v/11.1.m4s", count: count)
            let before = residentBytes
            harness.put(part)
            // The client does not read the responses.
            try await harness.until { $0.responses == 100 }
            let growth = residentBytes - before
            try #require(growth < 4 * count, "the answers take \(growth >> 20) MiB")
            await harness.stop()
        }
    }

    /// Few connections with many requests, which come and go between two ticks of the server, and many connections.
    @Test(arguments: [30, 200]) func memoryIsReturnedAfterAttack(connections: Int) async throws {
        await #expect(processExitsWith: .success) { [connections] in
            try await withStream({ $0.connections = 10_000 }) { harness in
                let long = String(repeating: "x", count: 500)
                harness.put(Self.playlist.resource("v/slow.m3u8"))
                var clients = try (0..<connections).map { _ in HTTP2Client(try harness.connection()) }
                let before = residentBytes
                for client in clients { for _ in 0..<100 { client.ask("/live/v/slow.m3u8?_HLS_msn=12&x=\(long)") } }
                try await harness.until { $0.heldRequests == 100 * connections }
                let most = residentBytes
                clients = []
                try await harness.until { $0.heldRequests == 0 && $0.connections == 0 }
                // The clients in this process also leave pages behind.
                let bound = before + (most - before) / 3 + (4 << 20)
                for _ in 0..<1000 where residentBytes > bound { try await Task.sleep(for: .milliseconds(10)) }
                try #require(residentBytes <= bound, "\(before >> 10), \(most >> 10), \(residentBytes >> 10) KiB")
            }
        }
    }
}
