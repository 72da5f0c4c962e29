import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import Testing

@testable import HTTPStages

/// The server over TLS, with curl as the client.
@Suite struct EncryptedTests {
    @Test func generatedCertificateServesCompleteBytes() async throws {
        let harness = try ServerHarness { $0.tls = true }
        harness.put(.file("v/1.m4s", count: 3_000_000))
        let address = "https://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        let file = NSTemporaryDirectory() + "sluice-tls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let loaded = try await curl(
            [
                "--insecure", "--output", file, "--write-out", "%{http_code} %{num_connects}", address, "--next",
                "--insecure",
                "--head", address,
            ])
        #expect(loaded.status == 0 && loaded.output.hasPrefix("200 1"), "\(loaded)")
        #expect(
            FileManager.default.contents(atPath: file).map(Array.init)
                == (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(try await curl([address]).status == 60, "the certificate is self-signed")
        await harness.stop()
    }

    @Test func plainClientIsRejectedByTLSServer() async throws {
        let harness = try ServerHarness { $0.tls = true }
        harness.put(.file("v/1.m4s", count: 10))
        for bytes in [
            Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
            [0x16, 3, 1, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 70_000),
        ] {
            let connection = try harness.connection()
            connection.send(bytes)
            connection.endSending()
            #expect(connection.isClosed())
        }
        let address = "https://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        // A client that accepts any protocol version and cipher.
        for (version, isTaken) in [("tls1", false), ("tls1_1", false), ("tls1_2", true), ("tls1_3", true)] {
            let asked = try await ExternalProgram.run([
                "openssl", "s_client", "-\(version)", "-cipher", "ALL:@SECLEVEL=0", "-connect",
                "127.0.0.1:\(harness.server.port)",
            ])
            #expect((asked.status == 0) == isTaken, "\(version)")
        }
        #expect(try await curl(["--insecure", address]).status == 0)
        await harness.stop()
    }

    @Test func unfinishedHandshakeTimesOutAlone() async throws {
        let harness = try ServerHarness {
            $0.tls = true
            $0.timeouts.header = .seconds(3)
        }
        harness.put(.file("v/1.m4s", count: 10))
        // An incomplete TLS ClientHello.
        let hello: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + [UInt8](repeating: 7, count: 40)
        let unfinished = try [[], [0x16], hello].map { (bytes: [UInt8]) in
            let connection = try harness.connection()
            connection.send(bytes)
            return connection
        }
        let address = "https://127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        #expect(try await curl(["--insecure", "--output", "/dev/null", address]).status == 0)
        for connection in unfinished { #expect(connection.isClosed()) }
        try await harness.until { $0.connections == 0 }
        await harness.stop()
    }

    @Test func tlsClientIsRejectedByPlainServer() async throws {
        let harness = try ServerHarness()
        harness.put(.file("v/1.m4s", count: 10))
        let place = "127.0.0.1:\(harness.server.port)/live/v/1.m4s"
        #expect(try await curl(["--insecure", "https://\(place)"]).status != 0)
        #expect(try await curl(["--output", "/dev/null", "http://\(place)"]).status == 0)
        try await harness.until { $0.connections == 0 }
        await harness.stop()
    }

    @Test func heldRequestIsAnsweredOverTLS() async throws {
        let harness = try ServerHarness { $0.tls = true }
        var script = ScriptedPlaylist(last: 10, parts: 1)
        harness.put(script.resource())
        let address = "https://127.0.0.1:\(harness.server.port)/live/v/media.m3u8?_HLS_msn=11&_HLS_part=1"
        let asking = Task { try await curl(["--insecure", address]) }
        try await harness.until { $0.heldRequests == 1 }
        script = script.next
        harness.put(script.resource())
        #expect(try await asking.value.output == script.playlist.text)
        await harness.stop()
    }

    @Test func invalidCertificateFilesAreReported() {
        let error = #expect(throws: StageError.self) {
            try ServerHarness { ($0.tls, $0.certificate, $0.key) = (true, "/nowhere.pem", "/nowhere.key") }
        }
        #expect(error?.message.contains("/nowhere.pem") == true)
    }
}
