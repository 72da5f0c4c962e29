import ContentKeys
import ContentProtection
import Media
import Testing

struct FileKeyProviderTests {
    private static let key = "000102030405060708090a0b0c0d0e0f"

    @Test func eachPeriodHasTheKeysOfItsFile() throws {
        let folder = try KeyFolder()
        for period in 0...1 {
            let id = String(repeating: "0\(period)", count: 16)
            _ = try folder.write("\(period).json", #"{"keys": [{"kid": "\#(id)", "key": "\#(Self.key)"}]}"#.utf8)
        }
        let provider = FileKeyProvider(path: "\(folder.path)/{period}.json")
        #expect(!provider.isConstant)
        #expect(try provider.keys(ofPeriod: 1).keys.map(\.id.hexadecimal) == [String(repeating: "01", count: 16)])
        #expect(throws: ProtectionError.self) { try provider.keys(ofPeriod: 2) }
    }

    @Test func createdKeyFileIsReadBack() throws {
        let folder = try KeyFolder()
        let path = "\(folder.path)/new.json"
        try SecretFile.create(path, try KeyFile.random([[.audio], [.sd, .hd]]))
        let set = try FileKeyProvider(path: path).keys(ofPeriod: 5)
        #expect(set.keys.map(\.labels) == [[.audio], [.sd, .hd]])
        #expect(!set.keys[0].hasSameBytes(as: set.keys[1]))
        #expect(throws: ProtectionError.self) { try SecretFile.create(path, try KeyFile.random([[.audio]])) }
        #expect(try FileKeyProvider(path: path).keys(ofPeriod: 0).keys.map(\.id) == set.keys.map(\.id))
    }

    @Test func keyInfoFileOfFFmpegDeclaresItsURI() throws {
        let folder = try KeyFolder()
        let key = try folder.write("bytes.key", (0..<16).map { UInt8($0) })
        let lines = "https://example.org/key\n\(key)\n\(String(repeating: "0f", count: 16))\n"
        let set = try FileKeyProvider(path: try folder.write("info.txt", lines.utf8)).keys(ofPeriod: 0)
        #expect(set.keys[0].vector?.low == 0x0f0f_0f0f_0f0f_0f0f)
        #expect(set.keys[0].withUnsafeBytes { Array($0) } == (0..<16).map { UInt8($0) })
        #expect(set.declarations[set.keys[0].id] == [KeyDeclaration(uri: "https://example.org/key")])

        for text in [
            "", "\n\n", "https://example.org/key", "a\"b\n\(key)", "https://a/\n\(key)\n0f", "https://a/\n/dev/null",
        ] {
            let path = try folder.write("bad.txt", text.utf8)
            #expect(throws: ProtectionError.self, "\(text)") { try FileKeyProvider(path: path).keys(ofPeriod: 0) }
        }
    }
}
