import HTTPClient
import Testing

@Suite struct WebURLTests {
    @Test(arguments: [
        ("b.ts", "http://a.example/x/b.ts"), ("../b.ts", "http://a.example/b.ts"),
        ("../../../../b.ts", "http://a.example/b.ts"), ("/b.ts?c=1", "http://a.example/b.ts?c=1"),
        ("//b.example/c.ts", "http://b.example/c.ts"), ("https://b.example/c", "https://b.example/c"),
    ])
    func referenceIsResolvedAgainstItsBase(reference: String, result: String) throws {
        let base = try #require(WebURL("http://a.example/x/index.m3u8"))
        #expect(base.resolve(reference)?.description == result)
    }

    @Test(arguments: [
        "file:///etc/passwd", "data:text/plain,hello", "ftp://a.example/b", "javascript:alert(1)", "gopher://a/b",
        "http://",
        "skd://key", "http:///b.ts",
    ])
    func otherSchemesAreRejected(reference: String) throws {
        let base = try #require(WebURL("http://a.example/x/index.m3u8"))
        #expect(base.resolve(reference) == nil)
        #expect(WebURL(reference) == nil)
    }

    @Test func stableURLHasNoToken() {
        #expect(WebURL("http://a.example/b.ts?token=1#x")?.stable == "http://a.example/b.ts")
    }
}
