import ISOMedia
import Media
import Testing

@Suite struct SystemDataTests {
    private static let keyID: [UInt8] = (0..<16).map { $0 * 17 }

    private static func content(_ system: [UInt8], _ data: [UInt8]) -> SystemBoxContent {
        var box = ProtectionSystemBox()
        (box.systemID, box.data) = (system, data)
        return SystemBoxContent(box)
    }

    /// An object with one document.
    private static func object(_ document: String) -> [UInt8] { PlayReadyObject(document: document).bytes }

    @Test func widevineDataAreReadAndUnknownFieldsSkipped() throws {
        // Algorithm, two keys, provider, content, policy, a fixed number, and the scheme cbcs.
        let message: [UInt8] =
            [8, 1, 18, 16] + Self.keyID + [18, 16] + Self.keyID.reversed() + [26, 4] + Array("acme".utf8)
            + [34, 2, 0xaa, 0xbb, 50, 0, 61, 1, 2, 3, 4, 0x48, 0xf3, 0xc6, 0x89, 0x9b, 0x06, 0xc1, 0x3e]
            + Self.keyID.prefix(8)
        let data = try WidevineData(reading: message)
        #expect(data.keyIDs == [Self.keyID, Self.keyID.reversed()] && data.scheme == "cbcs")
        #expect(data.provider == "acme" && data.contentID == [0xaa, 0xbb])
        let content = Self.content(SystemBoxContent.widevine, message)
        #expect(content.keyIDs == data.keyIDs && content.schemes == ["cbcs"] && content.fault == nil)
        let written = WidevineData(keyIDs: data.keyIDs, scheme: "cenc")
        #expect(try WidevineData(reading: written.bytes) == written)
    }

    @Test(
        arguments: [
            [18], [18, 16, 1], [18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [72], [72, 0x80], [0x0b],
            [0x0e],
            [9, 1, 2], [UInt8](repeating: 0x80, count: 12),
        ] as [[UInt8]])
    func damagedWidevineDataAreRejected(message: [UInt8]) {
        #expect(throws: SystemDataError.self) { try WidevineData(reading: message) }
        #expect(Self.content(SystemBoxContent.widevine, message).fault != nil)
    }

    @Test func playReadyDocumentsOfAllVersionsAreRead() throws {
        // The GUID of the key identifier, whose first fields are reversed.
        let value = Base64Text.encode(PlayReadyObject.swapped(Self.keyID))
        let start = "<WRMHEADER xmlns=\"http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader\" version="
        let documents = [
            "4.0.0.0": "<PROTECTINFO><KEYLEN>16</KEYLEN><ALGID>AESCTR</ALGID></PROTECTINFO><KID>\(value)</KID>"
                + "<CHECKSUM>x</CHECKSUM><LA_URL>https://l.example/</LA_URL>",
            "4.1.0.0": "<PROTECTINFO><KID ALGID=\"AESCTR\" VALUE=\"\(value)\"></KID></PROTECTINFO>",
            "4.3.0.0": "<PROTECTINFO><KIDS><KID VALUE='\(value)' ALGID='AESCBC'/></KIDS></PROTECTINFO>",
        ]
        for (version, content) in documents {
            let text = "\(start)\"\(version)\"><DATA>\(content)</DATA></WRMHEADER>"
            let description = PlayReadyDescription(try PlayReadyObject(reading: Self.object(text)))
            #expect(description.version == version && description.keyIDs == [Self.keyID])
            #expect(description.schemes == [version == "4.3.0.0" ? "cbcs" : "cenc"])
            #expect(description.licenceURL == (version == "4.0.0.0" ? "https://l.example/" : nil))
            #expect(Self.content(SystemBoxContent.playReady, Self.object(text)).keyIDs == [Self.keyID])
        }
    }

    @Test func damagedPlayReadyObjectsAreRejected() {
        let whole = Self.object("<WRMHEADER></WRMHEADER>")
        for count in 0..<whole.count {
            #expect(throws: SystemDataError.self, "\(count) bytes") {
                try PlayReadyObject(reading: Array(whole[..<count]))
            }
        }
        for (offset, value) in [(4, 2), (4, 0), (6, 3), (8, 255), (8, 1)] as [(Int, UInt8)] {
            var damaged = whole
            damaged[offset] = value
            #expect(throws: SystemDataError.self, "byte \(offset)") { try PlayReadyObject(reading: damaged) }
        }
        #expect(Self.content(SystemBoxContent.playReady, [1]).fault != nil)
        #expect(Self.content([UInt8](repeating: 3, count: 16), [1]).fault == nil)
    }

    @Test func base64IsTheInverse() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ count) }
            #expect(Base64Text.decode(Base64Text.encode(bytes).utf8) == bytes)
        }
        #expect(Base64Text.encode([1, 2, 3, 4]) == "AQIDBA==" && Base64Text.decode("AQIDBA".utf8) == [1, 2, 3, 4])
        for text in ["A", "AQ=A", "A Q=", "AQIDB"] { #expect(Base64Text.decode(text.utf8) == nil, "\(text)") }
    }

    @Test func boxesShowTheIdentifiersInTheirData() throws {
        var box = ProtectionSystemBox()
        box.systemID = SystemBoxContent.widevine
        box.data = WidevineData(keyIDs: [Self.keyID, Self.keyID.reversed()], scheme: "cbcs").bytes
        let fields = box.fields.filter { ["KID", "scheme", "unreadable"].contains($0.name) }.map { "\($0.value)" }
        #expect(fields == ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100", "cbcs"])
        box.data = [18, 16, 1]
        #expect(box.fields.contains { $0.name == "unreadable" })
    }
}
