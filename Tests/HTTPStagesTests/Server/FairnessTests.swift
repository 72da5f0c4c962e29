import Foundation
import HTTPServer
import Testing

@testable import HTTPStages

/// No single client can occupy the server's thread.
@Suite struct FairnessTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/pipeline-requests.py").path

    @Test func pipeliningDelaysOtherClientsBriefly() async throws {
        try await withStream { harness in
            harness.put(.file("v/tiny.m4s", count: 10))
            let outcome = try await ExternalProgram.run([
                "python3", Self.script, "\(harness.server.port)", "60", "/live/v/tiny.m4s",
            ])
            #expect(outcome.status == 0)
            let answersBefore = outcome.output.split(separator: " ").compactMap { Int($0) }.sorted()
            try #require(!answersBefore.isEmpty)
            // One turn answers six requests on each of the 60 connections. Serving all requests that a connection had
            // sent in one turn delayed others by 12,000 responses and more.
            #expect(answersBefore[answersBefore.count / 2] < 3000, "\(answersBefore)")
        }
    }

    @Test func tinyReceiveWindowUsesLittleKernelMemory() async throws {
        try await withStream { harness in
            harness.put(.file("v/large.m4s", count: 4 << 20))
            let slow = try (0..<10).map { _ in try harness.connection(receiveBuffer: 1024) }
            for connection in slow { for _ in 0..<20 { connection.ask("/live/v/large.m4s") } }
            try await harness.until { $0.responses >= 10 }
            // The kernel's send queues stay full, because the client does not read.
            try await harness.until { _ in harness.longestSendQueue > 0 }
            #expect(harness.longestSendQueue <= 512 << 10)
        }
    }

    @Test func excessiveEmptyLinesEndConnection() async throws {
        try await withStream { harness in
            let polite = try harness.connection()
            for _ in 0..<10 {
                polite.send("\r\n\r")
                polite.send("\n")
                #expect(try polite.get("/live/v/1.m4s").status == 200)
            }
            let flood = try harness.connection()
            flood.send("\r\n\r\n\r\n\r\n\r\n")
            #expect(try flood.response().status == 400)
            #expect(flood.isClosed())
        }
    }

    @Test func headerReceivedByteByByteIsParsed() async throws {
        try await withStream { harness in
            let connection = try harness.connection()
            for _ in 0..<2 {
                for byte in "GET /live/v/1.m4s HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n".utf8 { connection.send([byte]) }
                #expect(try connection.response().body.count == 5000)
            }
        }
    }
}

extension ServerHarness {
    /// The length of the longest send queue of the server's sockets in the kernel, in bytes.
    fileprivate var longestSendQueue: Int {
        // The kernel returns a part of the table for each read.
        let data = try? FileHandle(forReadingAtPath: "/proc/net/tcp")?.readToEnd()
        let table = String(decoding: data ?? Data(), as: UTF8.self)
        let port = String(format: ":%04X", Int(server.port))
        let queues = table.split(separator: "\n").compactMap { line -> Int? in
            let fields = line.split(separator: " ")
            guard fields.count > 4, fields[1].hasSuffix(port), fields[3] == "01" else { return nil }
            return Int(fields[4].prefix(8), radix: 16)
        }
        return queues.max() ?? 0
    }
}
