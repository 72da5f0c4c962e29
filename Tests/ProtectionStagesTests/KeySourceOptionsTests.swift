import ContentKeys
import ContentProtection
import Media
import ProtectionStages
import StageKit
import Testing

struct KeySourceOptionsTests {
    private static let id = "000102030405060708090a0b0c0d0e0f"
    private static let key = "ffeeddccbbaa99887766554433221100"

    private static func mapping(_ entries: [(String, OptionNode)]) -> OptionNode {
        OptionNode(.mapping(entries.map { OptionNode.Entry(key: $0.0, value: $0.1) }))
    }

    private static func http(_ entries: [(String, String)]) -> OptionNode {
        mapping([("http", mapping(entries.map { ($0.0, OptionNode($0.1)) }))])
    }

    private static func cpix(_ entries: [(String, String)]) -> OptionNode {
        mapping([("cpix", mapping(entries.map { ($0.0, OptionNode($0.1)) }))])
    }

    private func problem(of node: OptionNode) -> String? {
        do throws(OptionProblem) {
            _ = try KeySourceOptions(option: node)
            return nil
        } catch {
            return error.all.map(\.message).joined(separator: "; ")
        }
    }

    @Test func rawKeysAreUsedAndMasked() throws {
        let raw = Self.mapping([
            ("kid", OptionNode(Self.id)), ("key", OptionNode(Self.key)),
            ("labels", OptionNode(.list([OptionNode("audio"), OptionNode("sd")]))),
        ])
        let options = try KeySourceOptions(option: Self.mapping([("raw", OptionNode(.list([raw])))]))
        let provider = try options.provider()
        #expect(provider.isConstant)
        let set = try provider.keys(ofPeriod: 0)
        #expect(set.keys.map(\.id.hexadecimal) == [Self.id])
        #expect(set.keys[0].labels == [.audio, .sd])
        #expect(set.keys[0].withUnsafeBytes { Array($0.prefix(2)) } == [0xff, 0xee])
        var dumped = ""
        dump(options, to: &dumped)
        dump(set, to: &dumped)
        for text in [options.optionText, "\(options)", "\(set)", dumped] {
            #expect(!text.contains("ffeedd"), "\(text)")
        }
    }

    @Test(arguments: [
        (mapping([]), "exactly one source of keys is required"),
        (mapping([("file", OptionNode("a")), ("http", mapping([("url", OptionNode("https://a/"))]))]), "exactly one"),
        (mapping([("raw", mapping([("kid", OptionNode(id)), ("key", OptionNode("SECRET"))]))]), "missing or invalid"),
        (http([("url", "http://keys.example.org/1")]), "readable on the network"),
        (http([("url", "https://a/{label}")]), "require each other"),
        (http([("url", "https://a/"), ("labels", "audio")]), "require each other"),
        (http([("url", "https://a/"), ("bearer", "SECRET"), ("basic", "a:SECRET")]), "mutually exclusive"),
        (http([("url", "https://a/"), ("basic", "SECRET")]), "NAME:PASSWORD"),
        (http([("url", "https://a/"), ("headers", "SECRET")]), "field 1 does not have the form"),
        (cpix([]), "exactly one of file and url"),
        (cpix([("file", "a.xml"), ("labels", "audio")]), "are for requests"),
        (cpix([("url", "https://a/")]), "require content-id"),
        (cpix([("url", "https://a/"), ("content-id", "a"), ("systems", "identity")]), "is not a DRM system"),
        (cpix([("url", "https://a/"), ("content-id", "a"), ("certificate", "a.pem")]), "private-key require"),
        (cpix([("url", "https://a/"), ("content-id", "a"), ("labels", "audio+radio")]), "not a list of track classes"),
    ])
    func contradictionIsReportedWithoutSecrets(node: OptionNode, expected: String) throws {
        let message = try #require(problem(of: node))
        #expect(message.contains(expected), "\(message)")
        #expect(!message.contains("SECRET"))
    }

    @Test(arguments: [
        http([("url", "https://keys.example.org/{period}.json"), ("bearer", "token")]),
        http([("url", "https://a/{period}/{label}"), ("labels", "sd+hd")]),
        http([("url", "http://a/{kid}"), ("labels", "all"), ("plain-http", "true")]),
        cpix([("file", "document-{period}.xml"), ("private-key", "a.key")]),
        cpix([("url", "https://a/"), ("content-id", "a"), ("systems", "widevine")]),
    ])
    func validSourcesHaveProviders(node: OptionNode) throws {
        let options = try KeySourceOptions(option: node)
        #expect(try !options.provider(method: .cenc).isConstant)
        #expect(!options.optionText.contains("token"))
    }
}
