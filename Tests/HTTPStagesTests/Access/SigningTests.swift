import Foundation
import HLS
import Media
import StageKit
import SystemTime
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// A signed URL grants access to its presentation and to nothing else.
@Suite struct SigningTests {
    private static let key = "0123456789abcdef0123"
    private static let later: Int64 = 4_000_000_000

    private func signed(_ path: String, until expiry: Int64 = later, key: String = key) throws -> String {
        try URLSigner.sign(path, key: key, until: expiry)
    }

    private func withServer(
        token: String = "", _ body: (ServerHarness, TestConnection) async throws -> Void
    ) async throws {
        let harness = try ServerHarness { ($0.signingKey, $0.token) = (Self.key, token) }
        harness.put(.file("v/1.m4s", count: 100))
        harness.put(ScriptedPlaylist(last: 10, parts: 1).resource())
        _ = harness.server.store.withLock { $0.open("other") }
        harness.server.apply(.file("v/1.m4s", count: 100), for: "other")
        try await body(harness, try harness.connection())
        await harness.stop()
    }

    @Test func signatureMatchesReference() async throws {
        let script = """
            import hashlib, hmac
            print(hmac.new(b"\(Self.key)", "1790000000/zw ei/".encode(), hashlib.sha256).hexdigest())
            """
        let other = try await ExternalProgram.run(["python3", "-c", script]).output.trimmingCharacters(in: .newlines)
        #expect(other.utf8.count == 64)
        #expect(
            try signed("https://example.org/zw%20ei/all.m3u8?x=1", until: 1_790_000_000)
                == "https://example.org/~1790000000~\(other)/zw%20ei/all.m3u8?x=1")
        #expect(try signed("/zw%20ei/", until: 1_790_000_000) == "/~1790000000~\(other)/zw%20ei/")
    }

    @Test func signedPrefixServesWholePresentation() async throws {
        try await withServer { harness, connection in
            let playlist = try signed("/live/v/media.m3u8")
            #expect(try connection.get(playlist).text == ScriptedPlaylist(last: 10, parts: 1).playlist.text)
            // The URL that a player resolves from a relative URL.
            let folder = playlist.dropLast("media.m3u8".count)
            #expect(try connection.get(folder + "1.m4s").status == 200)
            let page = try signed("/live/")
            #expect(try connection.get(page).text.contains("<video"))
            let moved = try connection.get(try signed("/live"))
            #expect(moved.status == 308 && moved.fields["location"] == "live/")
            connection.ask(playlist + "?_HLS_msn=11&_HLS_part=1")
            try await harness.until { $0.heldRequests == 1 }
            harness.put(ScriptedPlaylist(last: 10, parts: 2).resource())
            #expect(try connection.response().status == 200)
        }
    }

    @Test func curlUsesHTTP2() async throws {
        try await withServer { harness, _ in
            let address = try signed("http://127.0.0.1:\(harness.server.port)/live/v/1.m4s")
            let flags = ["--http2-prior-knowledge", "--output", "/dev/null", "--write-out", "%{http_code}"]
            #expect(try await curl(flags + [address]).output == "200")
            #expect(try await curl(flags + [address.replacing("/~4", with: "/~5")]).output == "403")
        }
    }

    @Test func otherPathsAreNotFound() async throws {
        try await withServer { _, connection in
            let good = try signed("/live/v/1.m4s")
            let prefix = String(good.dropLast("/live/v/1.m4s".count))
            let signature = String(prefix.suffix(64))
            for (what, path) in [
                ("no signature", "/live/v/1.m4s"), ("the list of all", "/"), ("a signed list", prefix + "/"),
                ("another presentation", prefix + "/other/v/1.m4s"), ("one that climbs", prefix + "/other/../live/"),
                ("a later time", "/~4000000001~\(signature)/live/v/1.m4s"),
                ("a zero before the time", "/~04000000000~\(signature)/live/v/1.m4s"),
                ("a sign before the time", "/~+4000000000~\(signature)/live/v/1.m4s"),
                ("another key", try signed("/live/v/1.m4s", key: "another key of theirs")),
                ("no time", "/~~\(signature)/live/v/1.m4s"), ("half", "/~4000000000~\(signature.prefix(32))/live/"),
                ("more", "/~4000000000~\(signature)00/live/"), ("another sign", "/~4000000000~\(signature)~/live/"),
                ("nothing", "/~4000000000~/live/v/1.m4s"), ("capitals", "/~4000000000~\(signature.uppercased())/live/"),
                (
                    "one digit",
                    "/~4000000000~" + (signature.first == "0" ? "1" : "0") + signature.dropFirst() + "/live/"
                ),
                ("an end that has passed", try signed("/live/v/1.m4s", until: SystemClock().wallTime.seconds)),
                ("an end long ago", try signed("/live/v/1.m4s", until: 1)),
            ] {
                let response = try connection.get(path)
                #expect(response.status == 403 && response.fields["cache-control"] == "no-store", "\(what)")
            }
            let climbing = try connection.get(prefix + "/live/../other/v/1.m4s")
            #expect(climbing.status == 400, "the signed path must be the served path")
            #expect(try connection.get(good).status == 200)
        }
    }

    @Test func tokenOrSignatureGrantsAccess() async throws {
        try await withServer(token: "secret") { _, connection in
            let (right, old) = (try signed("/live/v/1.m4s"), try signed("/live/v/1.m4s", until: 1))
            #expect(try connection.get("/live/v/1.m4s").status == 401)
            #expect(try connection.get("/live/v/1.m4s", ["Authorization: Bearer secret"]).status == 200)
            #expect(try connection.get("/live/v/1.m4s", ["Authorization: Bearer wrong!"]).status == 401)
            #expect(try connection.get(right).status == 200)
            #expect(try connection.get(old).status == 403)
        }
    }

    @Test func cacheLifetimeEndsWithSignature() async throws {
        try await withServer { _, connection in
            let near = SystemClock().wallTime.seconds + 600
            let age = try connection.get(try signed("/live/v/1.m4s", until: near)).fields["cache-control"] ?? ""
            #expect(age.hasPrefix("max-age=") && age.hasSuffix(", immutable"))
            #expect((0...600).contains(Int(age.dropFirst(8).prefix { $0 != "," }) ?? -1), "\(age)")
            let far = try connection.get(try signed("/live/v/1.m4s"))
            #expect(far.fields["cache-control"] == "max-age=3600, immutable")
        }
    }

    @Test(arguments: ["", "/", "http://example.org", "http://example.org/", "/../live/", "live/", "/~1~a/live/"])
    func urlWithoutPresentationIsNotSigned(address: String) {
        #expect(throws: URLSigner.Problem.self) { try signed(address) }
    }

    @Test func invalidKeysAndNamesAreRejected() throws {
        #expect(throws: URLSigner.Problem.self) { try signed("/live/", key: "short") }
        #expect(throws: URLSigner.Problem.self) { try signed("/live/", until: 0) }
        var options = ServeOrigin.Options()
        options.signingKey = "short"
        #expect(throws: StageError.self) { try ServeOrigin(options: options) }
        (options.signingKey.value, options.name) = (Self.key, "~live")
        #expect(throws: StageError.self) { try ServeOrigin(options: options) }
    }
}
