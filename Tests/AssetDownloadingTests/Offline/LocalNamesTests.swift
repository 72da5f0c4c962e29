import AssetDownloading
import HLS
import HTTPClient
import Testing

@Suite struct LocalNamesTests {
    private func place(
        _ names: inout LocalNames, _ url: String, _ range: ByteRange? = nil, stem: String = "00000",
        kind: PlannedItem.Kind = .segment(isFragmented: false)
    ) throws -> (LocalPlace, Bool) {
        let address = try #require(WebURL(url))
        return names.place(of: address, range: range, in: "video", stem: stem, kind: kind)
    }

    @Test(arguments: [
        "http://a.example/../../../etc/passwd", "http://a.example/%2e%2e%2f%2e%2e%2fetc/passwd",
        "http://a.example/..%5c..%5cx",
        "http://a.example/a.sh", "http://a.example/a.ts%00.sh", "http://a.example/a.m3u8", "http://a.example/.bashrc",
    ])
    func localNamesContainNothingOfTheURL(url: String) throws {
        var names = LocalNames()
        #expect(try place(&names, url).0.path == "video/00000.ts")
    }

    @Test func resourceHasOneFileAndIsFetchedOnce() throws {
        var names = LocalNames()
        let first = try place(&names, "http://a.example/a.m4s")
        let second = try place(&names, "http://a.example/a.m4s", stem: "00009")
        #expect(first == (LocalPlace(path: "video/00000.m4s"), true))
        #expect(second == (LocalPlace(path: "video/00000.m4s"), false))
    }

    @Test func coveredRangesAreNotFetchedAgain() throws {
        var names = LocalNames()
        let whole = try place(&names, "http://a.example/a.mp4", ByteRange(offset: 100, length: 50))
        let inside = try place(&names, "http://a.example/a.mp4", ByteRange(offset: 110, length: 40))
        let beyond = try place(&names, "http://a.example/a.mp4", ByteRange(offset: 110, length: 41))
        #expect(whole == (LocalPlace(path: "video/00000.mp4", offset: 100), true))
        #expect(inside == (LocalPlace(path: "video/00000.mp4", offset: 110), false))
        #expect(beyond.1)
    }

    @Test func twoResourcesNeverShareAName() throws {
        var names = LocalNames()
        let first = try place(&names, "http://a.example/a.key", kind: .key)
        let second = try place(&names, "http://b.example/a.key", kind: .key)
        #expect(first.0.path == "video/00000.key")
        #expect(second.0.path == "video/00000-2.key")
    }

    @Test(arguments: [("AUDIO-en", "audio-en"), ("../../etc", "etc"), ("", "media"), ("a/b c", "abc")])
    func folderNamesAreLettersDigitsAndHyphens(name: String, folder: String) {
        var names = LocalNames()
        #expect(names.folder(name) == folder)
        #expect(names.folder(name) == "\(folder)-2")
    }
}
