import HLS
import Media
import Testing

@testable import HTTPServer

/// Parsing of requests.
@Suite struct RequestTests {
    @Test(arguments: [
        "", "*", "a/b", "/a/../b", "/a/..", "/..", "/a/./b", "//a", "/a//b", "/%2e%2e/a", "/a/%2e%2e/b", "/a/%2E./b",
        "/a/b%2fc", "/a/b%5cc", "/a/b\\c", "/a/b%00", "/a/%0d%0a", "/a/%", "/a/%4", "/a/%zz", "/a/%ff", "/a/b/",
        "/" + String(repeating: "a", count: 3000),
    ])
    func invalidPathIsRejected(path: String) { #expect(ResourcePath(path) == nil) }

    @Test func pathsIdentifyListPresentationOrResource() {
        #expect(ResourcePath("/") == .root)
        #expect(ResourcePath("/live") == .presentation("live", hasSlash: false))
        #expect(ResourcePath("/live/") == .presentation("live", hasSlash: true))
        #expect(ResourcePath("/live/v/a%20b.m4s") == .resource("live", path: "v/a b.m4s"))
        #expect(ResourcePath("/live/v/%C3%BC") == .resource("live", path: "v/ü"))
        #expect(ResourcePath("/live/...") == .resource("live", path: "..."))
    }

    @Test func playlistReferencesStayInPresentation() {
        #expect(ResourcePath.resolve("a%20b.m4s", from: "v/media.m3u8") == "v/a b.m4s")
        #expect(ResourcePath.resolve("../a/1.m4s?x", from: "v/media.m3u8") == "a/1.m4s")
        #expect(ResourcePath.resolve("../../1.m4s", from: "v/media.m3u8") == nil)
        #expect(ResourcePath.resolve("/1.m4s", from: "v/media.m3u8") == nil)
        #expect(ResourcePath.resolve("https://a/1.m4s", from: "v/media.m3u8") == nil)
    }

    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-", .part(0..<100)), ("bytes=0-0", .part(0..<1)), ("bytes=10-19", .part(10..<20)),
            ("BYTES=90-1000", .part(90..<100)), ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)),
            ("bytes=100-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999999-", .unsatisfiable), ("bytes=0-99999999999999999999999", .part(0..<100)),
            ("bytes=5-4", .whole), ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole),
            ("bytes=a-b", .whole),
            ("bytes=1-2-3", .whole), ("bytes=--1", .whole), ("lines=0-1", .whole), ("bytes 0-1", .whole),
        ] as [(String?, RangeRequest)])
    func onlyUnambiguousRangesAreServed(field: String?, expected: RangeRequest) {
        #expect(RangeRequest(field, size: 100) == expected)
    }

    @Test func compressionRequiresAcceptEncoding() {
        for (field, expected) in [
            (nil, false), ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false),
            ("gzip; q=0.000", false), ("GZIP ; q=0.001", true), ("identity", false), ("xgzip", false),
        ] as [(String?, Bool)] {
            var request = HTTPRequest(path: "/")
            request.acceptEncoding = field
            #expect(request.acceptsGzip == expected, "\(field ?? "nil")")
        }
    }

    @Test func onlyValidTokenGrantsAccess() {
        let access = AccessPolicy(pages: "*", token: "secret")
        var request = HTTPRequest(path: "/")
        for (field, isOpen) in [
            (nil, false), ("Bearer secret", true), ("bearer secret", true), ("Bearer secreT", false),
            ("Bearer secre", false), ("Bearer secret ", false), ("Basic secret", false), ("secret", false),
        ] as [(String?, Bool)] {
            request.authorization = field
            #expect(
                (access.authorize(&request, at: ClockReading(monotonic: .zero, wall: WallTime(seconds: 0))) == nil)
                    == isOpen, "\(field ?? "nil")")
        }
    }
}
