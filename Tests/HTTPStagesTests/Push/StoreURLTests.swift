import StageKit
import StageTesting
import Testing

@testable import HTTPStages

@Suite struct StoreURLTests {
    @Test(arguments: [
        ("http://a.example", "v/1 2.m4s", "http://a.example/v/1%202.m4s"),
        ("https://a.example:8443/live/", "index.m3u8", "https://a.example:8443/live/index.m3u8"),
        ("https://a.example/b%20c/d$", "ä", "https://a.example/b%20c/d%24/%C3%A4"),
        ("https://a.example/x?sv=1&sig=s%3D", "v/1.m4s", "https://a.example/x/v/1.m4s?sv=1&sig=s%3D"),
        ("http://[::1]:80/", "a+b~(c)", "http://[::1]:80/a%2Bb~%28c%29"),
    ])
    func pathsAreAppendedToBaseURL(address: String, path: String, url: String) throws {
        let store = try StoreURL(address)
        #expect(store.url(ofPath: try #require(store.path(of: path))) == url)
        #expect(!store.name.contains("?"))
    }

    @Test(arguments: [
        "", "a.example", "ftp://a.example/", "http://", "http://u:p@a.example/", "http://a/../b", "http://a/#x",
    ])
    func invalidURLIsRejected(address: String) {
        let error = #expect(throws: StageError.self) { try StoreURL(address) }
        #expect(error?.message.contains("u:p") == false)
    }

    @Test func hostMatchesHostField() throws {
        #expect(try StoreURL("https://a.example:443/").host == "a.example")
        #expect(try StoreURL("http://a.example:8080/").host == "a.example:8080")
    }

    @Test(arguments: ["../x", "a/../../b", "/etc", "a//b", "."])
    func dotSegmentsAreRejected(path: String) throws {
        #expect(try StoreURL("http://a.example/live").path(of: path) == nil)
    }

    @Test func secretsAreNotInMessages() throws {
        let options = try PushToStore.Options(reading: [
            "url": "http://a.example/", "bearer": "hunter2",
        ])
        #expect(options.bearer.value == "hunter2")
        var text = ""
        dump(options, to: &text)
        text += "\(options)" + PushToStore.Options.fields.compactMap { $0.text(options) }.joined()
        #expect(!text.contains("hunter2"))
    }

    @Test(arguments: [
        ["bearer": "a", "basic": "a:b"], ["basic": "a"], ["headers": "[nothing]"], ["headers": "[\"a b: c\"]"],
        ["bearer": "a\nb"], ["url": ""],
    ])
    func contradictingOptionsAreRejected(options: [String: String]) throws {
        let options = try PushToStore.Options(reading: ["url": "http://a.example/"].merging(options) { $1 })
        let error = #expect(throws: StageError.self) { try PushToStore(options: options) }
        #expect(error?.code == .invalidOptions)
    }
}
