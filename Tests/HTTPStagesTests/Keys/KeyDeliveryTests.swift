import ContentKeys
import ContentProtection
import Foundation
import Media
import StageKit
import StageTesting
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// The keys of a presentation, as its players request them.
@Suite struct KeyDeliveryTests {
    private static let signingKey = "0123456789abcdef0123"
    private static let ids = (1...3).map { [UInt8](repeating: 0xa0 + $0, count: 16) }
    private static let secrets = (1...3).map { number in (0..<16).map { UInt8($0 * 16 + number) } }

    private static func keySet() throws -> KeySet {
        let labels: [KeyLabel] = [.audio, .sd, .hd]
        return try KeySet(
            ids.indices.map { index in
                try secrets[index].withUnsafeBytes {
                    try ContentKey(id: try #require(KeyIdentifier(ids[index])), key: $0, labels: [labels[index]])
                }
            })
    }

    private func segment(_ path: String, keys: [Int]) -> Resource {
        var resource = Resource.file(path, count: 10)
        var segment = Segment(
            rendition: Rendition(id: "v", tracks: [], interval: .seconds(1)), kind: .separable, index: 0,
            data: ByteRope(), report: SegmentReport(kind: .separable))
        segment.protection = SegmentProtection(.cbcs, keyIdentifiers: keys.map { Self.ids[$0] })
        resource.segment = Resource.ContainedSegment(segment)
        return resource
    }

    /// A server with a presentation whose segments require the first two keys of a run.
    private func withServer(
        _ body: (ServerHarness, TestConnection) async throws -> Void
    ) async throws {
        let harness = try ServerHarness { ($0.signingKey, $0.token) = (Self.signingKey, "secret") }
        let shared = SharedKeys()
        shared.add(try Self.keySet())
        harness.server.store.withLock { $0.deliverKeys(of: "live", from: shared) }
        harness.put(segment("v/1.m4s", keys: [0]))
        harness.put(segment("v/2.m4s", keys: [0, 1]))
        try await body(harness, try harness.connection())
        await harness.stop()
    }

    private func path(_ index: Int) -> String {
        "/live/keys/" + Self.ids[index].map { String($0, radix: 16) }.joined()
    }

    private func key(_ index: Int, _ connection: TestConnection) throws -> TestConnection.Response {
        try connection.get(path(index), ["Authorization: Bearer secret"])
    }

    private func post(
        _ connection: TestConnection, _ path: String, _ body: String,
        _ fields: [String] = ["Authorization: Bearer secret"]
    ) throws -> TestConnection.Response {
        connection.ask(path, method: "POST", fields + ["Content-Length: \(body.utf8.count)"])
        connection.send(body)
        return try connection.response()
    }

    @Test func keysRequireTokenOrSignature() async throws {
        try await withServer { _, connection in
            let first = path(0)
            #expect(try connection.get(first).status == 401)
            #expect(try connection.get(first, ["Authorization: Bearer wrong!"]).status == 401)
            let signed = try URLSigner.sign(first + ".key", key: Self.signingKey, until: 4_000_000_000)
            let uuid = "/live/keys/" + (try #require(KeyIdentifier(Self.ids[0]))).description.uppercased()
            for response in [
                try connection.get(first, ["Authorization: Bearer secret"]), try connection.get(signed),
                try connection.get(uuid, ["Authorization: Bearer secret"]),
            ] {
                #expect(response.status == 200 && response.body == Self.secrets[0])
                #expect(response.fields["content-type"] == "application/octet-stream")
                #expect(response.fields["cache-control"] == "no-store")
                #expect(response.fields["access-control-allow-origin"] == "*")
            }
            #expect(try connection.get(signed.replacing("/~4", with: "/~5")).status == 403)
            #expect(try post(connection, "/live/keys/clearkey", "{}", []).status == 401)
        }
    }

    @Test func keysLastAsLongAsTheirSegments() async throws {
        try await withServer { harness, connection in
            // The third key encrypts another presentation of the run.
            let other = try key(2, connection)
            #expect(other.status == 404)
            harness.put(Resource(path: "v/1.m4s", role: .segment, contentType: "", action: .remove(after: .zero)))
            #expect(try key(0, connection).status == 200)
            harness.put(segment("v/2.m4s", keys: [1]))
            #expect(try key(0, connection).status == 404)
            #expect(try key(1, connection).body == Self.secrets[1])
            harness.server.store.withLock { $0.deliverKeys(of: "live", from: nil) }
            #expect(try key(1, connection).status == 503, "no playlist is published")
            #expect(try post(connection, "/live/keys/clearkey", "{\"kids\":[]}").status == 404)
        }
    }

    @Test func licenceContainsRequestedKeys() async throws {
        try await withServer { _, connection in
            let kids = Self.ids.map { Data($0).base64URL }
            let list = [kids[0], kids[1], kids[2], kids[0]].joined(separator: "\",\"")
            let asked = "{\"kids\":[\"\(list)\"],\"type\":\"temporary\"}"
            let response = try post(connection, "/live/keys/clearkey", asked)
            let expected = [0, 1].map { index in
                "{\"kty\":\"oct\",\"kid\":\"\(kids[index])\",\"k\":\"\(Data(Self.secrets[index]).base64URL)\"}"
            }
            #expect(response.text == "{\"keys\":[\(expected.joined(separator: ","))],\"type\":\"temporary\"}")
            #expect(response.fields["content-type"] == "application/json")
            #expect(response.fields["cache-control"] == "no-store")
            #expect(try post(connection, "/live/keys/clearkey", "{\"kids\":[\"\(kids[2])\"]}").status == 404)
            for body: String in [
                "", "[]", "{\"kids\":[]}", "{\"kids\":[\"short\"]}", "{\"kids\":[\"\(kids[0])=\"]}",
                "{\"kids\":[\"\(kids[0].dropLast())_\"]}",
                "{\"kids\":[\"\(kids[0])\"],\"type\":\"persistent-license\"}",
                asked + String(repeating: " ", count: HTTPRequest.maximumBodyLength),
            ] {
                #expect(try post(connection, "/live/keys/clearkey", body).status == 400, "\(body.prefix(80))")
            }
            let other = try connection.get("/live/keys/clearkey", ["Authorization: Bearer secret"])
            #expect(other.status == 405 && other.fields["allow"] == "POST, OPTIONS")
            #expect(try post(connection, "/live/v/1.m4s", asked).status == 405)
        }
    }

    @Test func pagesOfOtherOriginsMayAskForLicences() async throws {
        try await withServer { _, connection in
            let signed = try URLSigner.sign("/live/keys/clearkey", key: Self.signingKey, until: 4_000_000_000)
            for path in [signed, "/live/keys/clearkey"] {
                let response = try connection.get(path, method: "OPTIONS")
                #expect(response.status == 200)
                #expect(response.fields["access-control-allow-methods"] == "POST, OPTIONS")
                #expect(response.fields["access-control-allow-headers"]?.contains("Content-Type") == true)
            }
            let other = try connection.get("/live/v/1.m4s", method: "OPTIONS")
            #expect(other.fields["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
        }
    }

    @Test(arguments: [["--http1.1"], ["--http2-prior-knowledge"]])
    func curlReceivesLicence(flags: [String]) async throws {
        try await withServer { harness, _ in
            let address = "http://127.0.0.1:\(harness.server.port)/live/keys/clearkey"
            let body = "{\"kids\":[\"\(Data(Self.ids[1]).base64URL)\"]}"
            let outcome = try await ExternalProgram.run(
                ["curl", "--silent", "--oauth2-bearer", "secret", "--data", body] + flags + [address])
            #expect(outcome.output.contains("\"k\":\"\(Data(Self.secrets[1]).base64URL)\""), "\(outcome)")
        }
    }

    @Test func bodyMayArriveInPieces() async throws {
        try await withServer { _, connection in
            let body = "{\"kids\":[\"\(Data(Self.ids[0]).base64URL)\"]}"
            let fields = ["Authorization: Bearer secret", "Content-Length: \(body.utf8.count)"]
            for _ in 0..<2 {
                connection.ask("/live/keys/clearkey", method: "POST", fields)
                for byte in body.utf8 { connection.send([byte]) }
                // The connection continues with the next request.
                let response = try connection.response()
                #expect(response.status == 200)
            }
        }
    }

    @Test func deliveryRequiresAccessControl() throws {
        var options = ServeOrigin.Options()
        options.keyDelivery = true
        #expect(throws: StageError.self) { try ServeOrigin(options: options) }
        options.token.value = "secret"
        _ = try ServeOrigin(options: options)
    }
}

extension Data {
    /// Base64 for URLs, without padding.
    fileprivate var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
