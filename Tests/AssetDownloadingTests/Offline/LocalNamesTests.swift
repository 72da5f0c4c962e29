import AssetDownloading
import HLS
import HTTPClient
import Testing

@Suite struct LocalNamesTests {
    private func place(
        _ names: inout LocalNames, _ url: String, _ range: ByteRange? = nil, stem: String = "00000",
        kind: PlannedItem.Kind = .segment(.stream)
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
        let first = try place(&names, "http://a.example/a.m4s", kind: .segment(.fragmented))
        let second = try place(&names, "http://a.example/a.m4s", stem: "00009", kind: .segment(.fragmented))
        #expect(first == (LocalPlace(path: "video/00000.m4s"), true))
        #expect(second == (LocalPlace(path: "video/00000.m4s"), false))
    }

    @Test func coveredRangesAreNotFetchedAgain() throws {
        var names = LocalNames()
        let whole = try place(&names, "http://a.example/a.ts", ByteRange(offset: 100, length: 50))
        let inside = try place(&names, "http://a.example/a.ts", ByteRange(offset: 110, length: 40))
        let beyond = try place(&names, "http://a.example/a.ts", ByteRange(offset: 110, length: 41))
        #expect(whole == (LocalPlace(path: "video/00000.ts", offset: 100), true))
        #expect(inside == (LocalPlace(path: "video/00000.ts", offset: 110), false))
        #expect(beyond.1)
    }

    @Test func twoResourcesNeverShareAName() throws {
        var names = LocalNames()
        let first = try place(&names, "http://a.example/a.key", kind: .key)
        let second = try place(&names, "http://b.example/a.key", kind: .key)
        #expect(first.0.path == "video/00000.ts")
        #expect(second.0.path == "video/00000-2.ts")
    }

    /// The extensions that ffmpeg accepts for the content by default, in all its releases.
    @Test(
        arguments: [
            (.key, ["key", "bin", ""], "ts"),
            (.initialization, ["mp4", "", "php", "cmfv", "m4v", "mp4v"], "mp4"), (.initialization, ["ts"], "ts"),
            (.segment(.fragmented), ["m4s", "m4v", "cmfv", "cmfa", "cmft", "bin", "", "aac"], "m4s"),
            (.segment(.fragmented), ["mp4"], "mp4"), (.segment(.fragmented), ["m4a"], "m4a"),
            (.segment(.text), ["vtt", "webvtt", "", "txt", "ts"], "vtt"),
            (.segment(.stream), ["ts", "", "mp4", "m4s", "jpg", "key"], "ts"), (.segment(.stream), ["aac"], "aac"),
            (.segment(.stream), ["ec3", "eac3"], "eac3"), (.segment(.stream), ["vtt", "webvtt"], "vtt"),
        ] as [(PlannedItem.Kind, [String], String)])
    func extensionsAreThoseThatPlayersAccept(kind: PlannedItem.Kind, originals: [String], local: String) throws {
        for original in originals {
            var names = LocalNames()
            let url = "http://a.example/a" + (original.isEmpty ? "" : "." + original) + "?b=c.exe"
            #expect(try place(&names, url, kind: kind).0.path == "video/00000." + local, "\(original)")
        }
    }

    @Test(arguments: [("AUDIO-en", "audio-en"), ("../../etc", "etc"), ("", "media"), ("a/b c", "abc")])
    func folderNamesAreLettersDigitsAndHyphens(name: String, folder: String) {
        var names = LocalNames()
        #expect(names.folder(name) == folder)
        #expect(names.folder(name) == "\(folder)-2")
    }
}
