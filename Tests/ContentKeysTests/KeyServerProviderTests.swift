import ContentKeys
import ContentProtection
import Foundation
import Media
import Testing

struct KeyServerProviderTests {
    private func provider(
        _ path: String, fields: [String] = [], groups: [String] = [], timeout: Int = 10
    ) throws -> KeyServerProvider {
        var server = KeyServer(url: try ScriptedKeyServer.shared.get().url(path))
        (server.fields, server.timeout) = (fields, timeout)
        return KeyServerProvider(server, groups: groups.compactMap { KeyGroup($0) }, content: "channel")
    }

    /// Returns the error of a provider.
    private func failure(_ provider: some KeyProvider) throws -> ProtectionError {
        try #require(throws: ProtectionError.self) { try provider.keys(ofPeriod: 3) }
    }

    @Test func keyFileOfAPeriodIsReadWithBearerToken() throws {
        let provider = try provider("json/live/{period}", fields: ["Authorization: Bearer opensesame"])
        #expect(!provider.isConstant)
        let (first, second) = (try provider.keys(ofPeriod: 0), try provider.keys(ofPeriod: 1))
        #expect(first.keys[0].id != second.keys[0].id)
        let refusal = try failure(try self.provider("json/live/{period}"))
        #expect(refusal.description.contains("denied access with status 401"), "\(refusal)")
        #expect(!refusal.isTransient)
    }

    @Test func keysOf16BytesHaveDerivedIdentifiersForEachTrackClass() throws {
        let provider = try provider("raw/{period}/{label}/{kid}", groups: ["audio", "sd+hd"])
        let set = try provider.keys(ofPeriod: 7)
        // Python's uuid.uuid5(uuid.NAMESPACE_URL, "channel/7/audio")
        #expect(set.keys.map(\.id.description).first == "d422538a-b8ad-526a-800d-49be5cab9500")
        #expect(set.keys.map(\.labels) == [[.audio], [.sd, .hd]])
        #expect(!set.keys[0].hasSameBytes(as: set.keys[1]))
        let again = try provider.keys(ofPeriod: 7)
        #expect(again.keys.map(\.id) == set.keys.map(\.id))
        #expect(again.keys[0].hasSameBytes(as: set.keys[0]))
    }

    @Test(arguments: [
        ("bytes/15", "neither a key of 16 bytes nor a key file: it has 15 bytes", false),
        ("bytes/17", "neither a key of 16 bytes nor a key file: it has 17 bytes", false),
        ("bytes/0", "it has 0 bytes", false),
        ("bytes/70000", "exceeds the limit", false),
        ("status/404", "has no such key (status 404)", false),
        ("status/500", "responded with status 500", true),
        ("redirect/x", "redirects, which is not followed", false),
        ("slow/x", "did not respond within 1 s", true),
    ])
    func unusableResponseIsAnErrorThatTellsWhetherToRetry(
        path: String, message: String, isTransient: Bool
    ) throws {
        let problem = try failure(try provider(path + "?token=SECRETTOKEN", timeout: 1))
        #expect(problem.description.contains(message), "\(problem)")
        #expect(problem.isTransient == isTransient)
        #expect(!problem.description.contains("SECRETTOKEN"))
    }

    @Test func serverThatIsDownIsATransientError() throws {
        // Port 1 has no server, and no test can start one there.
        let provider = KeyServerProvider(
            KeyServer(url: "http://127.0.0.1:1/{period}?token=SECRETTOKEN"), groups: [], content: "channel")
        let problem = try failure(provider)
        #expect(problem.isTransient && problem.description.contains("cannot be reached"), "\(problem)")
        #expect(!problem.description.contains("SECRETTOKEN"))
    }

    @Test func certificateAuthorityIsRequiredOverTLS() throws {
        let folder = try KeyFolder()
        let files = try folder.makeCertificate()
        let scripted = try ScriptedKeyServer(certificate: files.certificate, key: files.key)
        var server = KeyServer(url: "https://127.0.0.1:\(scripted.port)/raw/{kid}")
        let untrusted = try failure(KeyServerProvider(server, groups: [], content: "channel"))
        #expect(!untrusted.isTransient)
        server.authorities = files.certificate
        let set = try KeyServerProvider(server, groups: [], content: "channel").keys(ofPeriod: 0)
        #expect(set.keys.count == 1)
    }

    @Test(arguments: [
        ("https://keys.example.org/{period}", true), ("http://127.0.0.1:80/{kid}", true),
        ("http://localhost/{label}", true), ("http://keys.example.org/1", false), ("ftp://keys.example.org/1", false),
        ("keys", false),
    ])
    func urlMustProtectKeysOnTheNetwork(url: String, isValid: Bool) {
        #expect((KeyServer(url: url).contradiction == nil) == isValid)
    }
}
