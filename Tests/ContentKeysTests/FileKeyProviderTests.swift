import ContentKeys
import ContentProtection
import Glibc
import Testing

struct FileKeyProviderTests {
    @Test func eachPeriodHasTheKeysOfItsFile() throws {
        var template = Array("/tmp/sluice-keys-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { rmdir(folder) }
        for period in 0...1 {
            let path = "\(folder)/\(period).json"
            let file = try #require(fopen(path, "w"))
            fputs(
                #"{"keys": [{"kid": "\#(String(repeating: "0\(period)", count: 16))", "key": "000102030405060708090a0b0c0d0e0f"}]}"#,
                file)
            fclose(file)
            chmod(path, 0o600)
        }
        defer { for period in 0...1 { unlink("\(folder)/\(period).json") } }
        let provider = FileKeyProvider(path: "\(folder)/{period}.json")
        #expect(!provider.isConstant)
        #expect(try provider.keys(ofPeriod: 1).keys.map(\.id.hexadecimal) == [String(repeating: "01", count: 16)])
        #expect(throws: ProtectionError.self) { try provider.keys(ofPeriod: 2) }
    }
}
