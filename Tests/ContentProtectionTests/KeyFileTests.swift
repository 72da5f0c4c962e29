import ContentProtection
import Foundation
import Media
import Testing

@Suite struct KeyFileTests {
    private static let key = "00112233445566778899aabbccddeeff"
    private static let id = "0123456789abcdef0123456789abcdef"

    private func read(_ text: String) throws -> KeySet {
        try Array(text.utf8).withUnsafeBytes { try KeyFile.read(document: $0) }
    }

    private func video(_ width: Int, _ height: Int) -> MediaFormat {
        .codedVideo(
            CodedVideoFormat(
                configuration: .boxed(sampleEntry: "vp09", boxes: []), size: PixelSize(width: width, height: height)))
    }

    @Test func keysAreChosenByLabel() throws {
        let other = "fedcba98-7654-3210-fedc-ba9876543210"
        let set = try read(
            """
            {"keys": [
              {"kid": "\(Self.id)", "key": "\(Self.key)", "iv": "000102030405060708090a0b0c0d0e0f", "labels": ["sd", "hd"]},
              {"labels": ["audio"], "key": "\(Self.key.uppercased())", "kid": "\(other)"} ] }
            """)
        #expect(set.key(for: video(1920, 1080))?.id == KeyIdentifier(Self.id))
        #expect(set.key(for: video(1920, 1080))?.vector?.bytes == Array(0...15))
        #expect(set.key(for: video(3840, 2160)) == nil)
        let audio = CodedAudioFormat(
            configuration: .boxed(sampleEntry: "Opus", boxes: []), sampleRate: 48000, channelCount: 2,
            framesPerPacket: 960)
        #expect(set.key(for: .codedAudio(audio))?.id.description == other)
        #expect(set.keys.allSatisfy { $0.withUnsafeBytes { hex($0) } == Self.key })
    }

    @Test func descriptionsDoNotContainKeys() throws {
        let set = try read("{\"keys\":[{\"kid\":\"\(Self.id)\",\"key\":\"\(Self.key)\"}]}")
        var dumped = ""
        dump(set, to: &dumped)
        for text in ["\(set)", String(reflecting: set), dumped, "\(set.keys[0])", String(reflecting: set.keys[0])] {
            #expect(!text.lowercased().contains(Self.key.prefix(8)), "\(text)")
            #expect(!text.contains("17, 34, 51"), "\(text)")
        }
    }

    @Test(
        arguments: [
            ("", "'{' is expected (at byte 0)"), ("{\"keys\":[]}", "there is no key"),
            ("{\"keys\":[{\"kid\":\"12\"}]}", "'kid' requires 32 hexadecimal digits or a UUID (at byte 20)"),
            (
                "{\"keys\":[{\"kid\":\"\(id)\",\"key\":\"\(key.dropLast())x\"}]}",
                "'key' requires 32 hexadecimal digits (at byte 91)"
            ),
            (
                "{\"keys\":[{\"kid\":\"\(id)\"}]}",
                "the key 01234567-89ab-cdef-0123-456789abcdef requires 'key' (at byte 51)"
            ),
            (
                "{\"keys\":[{\"kid\":\"\(id)\",\"key\":\"\(key)\"},{\"kid\":\"\(key)\",\"key\":\"\(key)\"}]}",
                "two keys are for 'audio'; give each key its own 'labels'"
            ),
        ]) func invalidDocumentsAreExplained(document: String, message: String) throws
    {
        #expect(throws: ProtectionError.keyFile(message)) { try read(document) }
    }

    @Test func filesThatAllUsersCanReadAreRefused() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("{\"keys\":[{\"kid\":\"\(Self.id)\",\"key\":\"\(Self.key)\"}]}".utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
        #expect(
            throws: ProtectionError.keyFile(
                "cannot read keys from '\(url.path)': all users can read it; run chmod 600 '\(url.path)'")
        ) {
            try KeyFile.read(path: url.path)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        #expect(try KeyFile.read(path: url.path).keys.map(\.id.hexadecimal) == [Self.id])
    }

    /// The boxes that Shaka Packager 3.8 writes for the same key.
    @Test func systemBoxesEqualThoseOfOthers() throws {
        let keys = try read("{\"keys\":[{\"kid\":\"\(Self.id)\",\"key\":\"\(Self.key)\"}]}").keys
        #expect(
            hex(try #require(try ProtectionSystem.common.box(keys, .cbcs)))
                == "0000003470737368010000001077efecc0b24d02ace33c1e52e2fb4b00000001" + Self.id + "00000000")
        #expect(
            hex(try #require(try ProtectionSystem.widevine.box(keys, .cbcs)).suffix(28))
                == "000000181210" + Self.id + "48f3c6899b06")
        #expect(hex(try #require(try ProtectionSystem.widevine.box(keys, .cenc)).suffix(6)) == "48e3dc959b06")
        let document = try PlayReadyHeader(keys, .cenc).document
        #expect(document.contains("<KID>Z0UjAauJ780BI0VniavN7w==</KID><CHECKSUM>Ib0Unyi9LCw=</CHECKSUM>"))
        let box = try #require(try ProtectionSystem.playReady.box(keys, .cbcs))
        #expect(box.count == 478 && hex(box[28..<42]) == "000001be" + "be01000001000100b401")
    }
}
