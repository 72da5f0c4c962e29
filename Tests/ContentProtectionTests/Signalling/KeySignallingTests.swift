import ContentProtection
import Foundation
import Media
import Testing

@Suite struct KeySignallingTests {
    private static let first = KeyIdentifier("0123456789abcdef0123456789abcdef")!
    private static let second = KeyIdentifier("fedcba9876543210fedcba9876543210")!

    private static func set(_ ids: [KeyIdentifier] = [first]) throws -> KeySet {
        let labels: [Set<KeyLabel>] = ids.count == 1 ? [[]] : [[.sd, .hd], [.audio]]
        return try KeySet(
            zip(ids, labels).map { id, labels in
                try [UInt8](repeating: 7, count: 16).withUnsafeBytes {
                    try ContentKey(id: id, key: $0, labels: labels)
                }
            })
    }

    private static func failure(_ body: () throws(ProtectionError) -> some Any) -> String? {
        do { _ = try body() } catch { return error.description }
        return nil
    }

    @Test func eachSystemHasItsFormatAndURI() throws {
        let set = try Self.set()
        let signalling = try KeySignalling(
            [
                DeclaredSystem(.identity, uri: "https://keys.example/{period}/{uuid}"), DeclaredSystem(.fairPlay),
                DeclaredSystem(.widevine), DeclaredSystem(.playReady, licenceURL: "https://licence.example/{kid}"),
                DeclaredSystem(.clearKey), DeclaredSystem(.common),
            ], method: .cbcs)
        let declarations = try signalling.declarations(of: set.keys, in: set, period: 7)
        #expect(
            declarations.map(\.keyFormat) == [
                nil, "com.apple.streamingkeydelivery", "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
                "com.microsoft.playready", "org.w3.clearkey", nil,
            ])
        #expect(declarations.map(\.keyFormatVersions) == [[], [1], [1], [1], [1], []])
        #expect(declarations[0].uri == "https://keys.example/7/01234567-89ab-cdef-0123-456789abcdef")
        #expect(declarations[1].uri == "skd://0123456789abcdef0123456789abcdef")
        #expect(
            declarations[2].uri == "data:text/plain;base64,"
                + Data(try #require(declarations[2].systemBox)).base64EncodedString())
        let object = try #require(declarations[3].playReadyObject)
        #expect(declarations[3].uri == "data:text/plain;charset=UTF-16;base64," + Data(object).base64EncodedString())
        #expect(declarations[3].licenceURL == "https://licence.example/0123456789abcdef0123456789abcdef")
        #expect(declarations[4].uri == "data:text/plain;base64,ASNFZ4mrze8BI0VniavN7w==")
        #expect(declarations[5].uri == nil)
        #expect(declarations.map(\.includesKeyIdentifier) == [false, false, true, false, false, false])
        // ClearKey and the common format have the same box, which is written once.
        let boxes = try [ProtectionSystem.widevine, .playReady, .common].flatMap { try $0.box(set.keys, .cbcs) ?? [] }
        #expect(declarations.systemBoxes == boxes)
    }

    @Test func systemsThatCannotDecryptAMethodAreRejected() throws {
        func problem(_ systems: [DeclaredSystem], _ method: SegmentProtection.Method) -> String? {
            Self.failure { () throws(ProtectionError) in try KeySignalling(systems, method: method) }
        }
        #expect(
            problem([DeclaredSystem(.fairPlay)], .cenc)
                == "players cannot decrypt 'cenc' with keys of 'fairplay'; "
                + "identity, widevine, playready, clearkey, common can be declared")
        #expect(problem([DeclaredSystem(.widevine)], .aes128)?.contains("identity can be declared") == true)
        #expect(problem([DeclaredSystem(.identity)], .aes128)?.contains("requires the URI") == true)
        #expect(problem([DeclaredSystem(.common), DeclaredSystem(.common)], .cbcs)?.contains("twice") == true)
        #expect(problem([DeclaredSystem(.fairPlay, uri: "skd://\"")], .cbcs)?.contains("is not a URI") == true)
        #expect(problem([DeclaredSystem(.identity, uri: "k.bin")], .aes128) == nil)
    }

    @Test func renditionsWithSeveralKeysRequireSystemsThatDescribeThem() throws {
        let set = try Self.set([Self.first, Self.second])
        let widevine = try KeySignalling([DeclaredSystem(.widevine)], method: .cenc)
        let declaration = try widevine.declarations(of: set.keys, in: set)[0]
        #expect(!declaration.includesKeyIdentifier)
        let box = try #require(declaration.systemBox)
        #expect(hex(box).contains("1210\(Self.first.hexadecimal)1210\(Self.second.hexadecimal)48"))
        let fairPlay = try KeySignalling([DeclaredSystem(.fairPlay)], method: .cbcs)
        let problem = Self.failure { () throws(ProtectionError) in try fairPlay.declarations(of: set.keys, in: set) }
        #expect(problem?.contains("'fairplay' declares one key") == true)
        let single = try fairPlay.declarations(of: [set.keys[1], set.keys[1]], in: set)
        #expect(single.count == 1)
        // One URI for several keys.
        let constant = try KeySignalling([DeclaredSystem(.fairPlay, uri: "skd://asset")], method: .cbcs)
        #expect(constant.systemWithoutPeriods == .fairPlay && fairPlay.systemWithoutPeriods == nil)
        let same = Self.failure { () throws(ProtectionError) in try constant.declarations(of: [set.keys[0]], in: set) }
        #expect(same == "the URI of 'fairplay' is the same for 2 keys; add {kid} to 'skd://asset'")
    }

    @Test func suppliedDeclarationsTakePrecedence() throws {
        var set = try Self.set()
        var supplied = KeyDeclaration(systemID: ProtectionSystem.widevine.id?.bytes)
        supplied.systemBox = [0, 0, 0, 8] + Array("pssh".utf8)
        var other = KeyDeclaration(systemID: [UInt8](repeating: 9, count: 16), keyFormat: "other", uri: "other:1")
        other.sessionURI = "other:2"
        set.declarations[Self.first] = [supplied, other]
        let chosen = try KeySignalling([DeclaredSystem(.widevine), DeclaredSystem(.common)], method: .cbcs)
        let declarations = try chosen.declarations(of: set.keys, in: set)
        let common = try #require(try ProtectionSystem.common.box(set.keys, .cbcs))
        #expect(declarations.map(\.systemBox) == [supplied.systemBox, common])
        #expect(declarations[0].uri == "data:text/plain;base64,AAAACHBzc2g=")
        // Without chosen systems, the source of the keys decides.
        let all = try KeySignalling([], method: .cbcs).declarations(of: set.keys, in: set)
        #expect(all == [supplied, other])
    }
}
