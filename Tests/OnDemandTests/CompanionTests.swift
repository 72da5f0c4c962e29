import Foundation
import Media
import OnDemand
import ScriptedMedia
import StageKit
import StageTesting
import Testing

/// Thumbnails, chapters and cues of presentation files.
@Suite struct CompanionTests {
    /// The headers of a JPEG image of this size, without its picture.
    private func image(_ width: Int, _ height: Int) -> Data {
        func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
        let comment: [UInt8] = [0xff, 0xfe, 0, 4, 1, 2]
        return Data(
            [0xff, 0xd8] + comment + [0xff, 0xff, 0xc0, 0, 11, 8] + number(height) + number(width) + [1, 1, 0x11, 0])
    }

    /// A map of thumbnails of 160 × 90 pixels for two seconds each, four in an image.
    private func map(_ count: Int, of file: (Int) -> String = { "sheet%20\($0).jpg" }) -> String {
        (0..<count).reduce("WEBVTT\n") { text, index in
            let place = "\(index % 2 * 160),\(index % 4 / 2 * 90),160,90"
            return text + "\n\(time(index * 2)) --> \(time(index * 2 + 2))\n\(file(index / 4))#xywh=\(place)\n"
        }
    }

    private func time(_ seconds: Int) -> String { "00:\(seconds < 10 ? "0" : "")\(seconds).000" }

    /// Ten seconds of video, and what accompanies it, in a folder.
    private func served(_ description: String, _ files: [String: String], in path: String) throws -> ServedLibrary {
        let video = Script.video(frames: 300, rate: (30, 1), syncEvery: 60).withPictures
        try Data(try Script.write([video]).bytes).write(to: URL(filePath: path + "/a.mp4"))
        for index in 0..<2 { try image(320, 180).write(to: URL(filePath: path + "/sheet \(index).jpg")) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)")) }
        try Data("renditions: [{ file: a.mp4 }]\ninterval: 2s\n\(description)".utf8)
            .write(to: URL(filePath: path + "/film.presentation.yaml"))
        return try ServedLibrary(path)
    }

    private func text(_ current: MovieLibrary.Current, _ path: String) throws -> String {
        let file = try #require(current.presentation[path], "\(path)")
        return String(
            decoding: try #require(current.presentation.bytes(of: file, in: 0..<file.count)).bytes, as: UTF8.self)
    }

    /// The multivariant playlist below the URL of the presentation.
    private func entry(_ current: MovieLibrary.Current) throws -> String {
        let file = try #require(current.presentation.entry("index.m3u8"))
        return String(
            decoding: try #require(current.presentation.bytes(of: file, in: 0..<file.count)).bytes, as: UTF8.self)
    }

    private func failure(_ description: String, _ files: [String: String]) async throws -> String {
        var message = ""
        try await withFolder { path in
            let served = try served(description, files, in: path)
            do {
                _ = try await served.current("film")
            } catch let error as StageError { message = "\(error.code.rawValue): \(error.message)" }
        }
        return message
    }

    @Test func thumbnailsAreListedAsImagesOfTheMap() async throws {
        try await withFolder { path in
            let served = try served("thumbnails: t.vtt\n", ["t.vtt": map(5)], in: path)
            let current = try #require(try await served.current("film"))
            let playlist = try text(current, "thumbnails/playlist.m3u8")
            #expect(playlist.contains("#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=2x2,DURATION=2"), "\(playlist)")
            #expect(playlist.contains("#EXTINF:8.000000,\n") && playlist.contains("\nimage-00001.jpg\n"), "\(playlist)")
            #expect(try text(current, "thumbnails/thumbnails.vtt").contains("image-00002.jpg#xywh=0,0,160,90"))
            let stored = try #require(current.presentation["thumbnails/image-00002.jpg"])
            #expect(current.presentation.bytes(of: stored, in: 0..<stored.count)?.bytes == Array(image(320, 180)))
            #expect(stored.contentType == "image/jpeg")
            let line = try #require(try entry(current).split(separator: "\n").first { $0.contains("IMAGE-STREAM-INF") })
            #expect(line.contains("RESOLUTION=320x180") && line.contains("/thumbnails/playlist.m3u8"), "\(line)")
            #expect(try text(current, "index.mpd").contains("http://dashif.org/guidelines/thumbnail_tile"))

            let part = try #require(try await served.current("film", PresentationSelection([("start", "4")])))
            #expect(part.presentation["thumbnails/playlist.m3u8"] == nil)
        }
    }

    @Test func changedImagesHaveOtherURLs() async throws {
        try await withFolder { path in
            let served = try served("thumbnails: t.vtt\n", ["t.vtt": map(5)], in: path)
            let first = try #require(try await served.current("film"))
            var other = image(320, 180)
            other.append(0)
            try other.write(to: URL(filePath: path + "/sheet 1.jpg"))
            served.clock.advance(by: .seconds(60))
            let second = try #require(try await served.current("film"))
            #expect(first.version != second.version)
        }
    }

    /// The names of subtitle files next to a movie, and the attributes of their renditions.
    @Test(
        arguments: [
            ("a.en.srt", #"LANGUAGE="en""#, "text-en"), ("a.ger.forced.srt", "FORCED=YES", "text-ger-forced"),
            ("a.de.sdh.vtt", "transcribes-spoken-dialog", "text-de-sdh"), ("a.srt", #"LANGUAGE="und""#, "text"),
            ("a.en.default.srt", "DEFAULT=YES", "text-en-default"), ("a.hi.srt", #"LANGUAGE="hi""#, "text-hi"),
            ("a.pt-BR.hi.srt", "describes-music-and-sound", "text-pt-BR-hi"), ("a.part2.en.srt", nil, nil),
            ("ab.en.srt", nil, nil), ("a.en.txt", nil, nil),
        ] as [(String, String?, String?)])
    func subtitlesNextToAMovieArePresented(_ name: String, _ attribute: String?, _ folder: String?) async throws {
        try await withFolder { path in
            let text = "1\n00:00:01,000 --> 00:00:02,000\nHello\n"
            let served = try served("", [name: text], in: path)
            let current = try #require(try await served.current("a.mp4"))
            let list = try entry(current)
            #expect(list.contains("TYPE=SUBTITLES") == (folder != nil), "\(list)")
            guard let attribute, let folder else { return }
            #expect(list.contains(attribute) && current.presentation["\(folder)/playlist.m3u8"] != nil, "\(list)")
        }
    }

    @Test func chaptersOfSeveralLanguagesAreOneFile() async throws {
        try await withFolder { path in
            let english =
                "WEBVTT\n\n00:00.000 --> 00:04.500\nThe <b>Start</b> &amp; more\n\n00:04.500 --> 00:10.000\nEnd\n"
            let german = "WEBVTT\n\n00:00.000 --> 00:04.500\nAnfang\n"
            let served = try served(
                "chapters:\n- { file: en.vtt, language: en }\n- { file: de.vtt, language: de }\n",
                ["en.vtt": english, "de.vtt": german], in: path)
            let current = try #require(try await served.current("film"))
            #expect(
                try text(current, "chapters.json")
                    == #"[{"chapter":1,"duration":4.5,"start-time":0,"titles":[{"language":"en","title":"The Start & more"},"#
                    + #"{"language":"de","title":"Anfang"}]},{"chapter":2,"duration":5.5,"start-time":4.5,"#
                    + #""titles":[{"language":"en","title":"End"}]}]"#)
            let list = try entry(current)
            let reference = try #require(
                list.firstMatch(of: /#EXT-X-SESSION-DATA:DATA-ID="com\.apple\.hls\.chapters",URI="([^"]*)"/)?.1,
                "\(list)")
            #expect(
                reference.hasSuffix("/chapters.json") && list.contains(reference.dropLast(13) + "video/playlist.m3u8"))

            let part = try #require(
                try await served.current("film", PresentationSelection([("start", "4"), ("end", "6")])))
            #expect(try text(part, "chapters.json").hasPrefix(#"[{"chapter":1,"duration":0.5,"start-time":0,"titles""#))
        }
    }

    @Test func cuesAreDateRangesOfAllMediaPlaylists() async throws {
        try await withFolder { path in
            let description = """
                date: 2026-05-06T07:08:09Z
                cues:
                  - { id: ad-1, start: 4s, planned-duration: 30s, scte35-out: 0xFC30FF }
                  - id: break
                    start: 6s
                    class: com.apple.hls.interstitial
                    cue: [once]
                    attributes:
                      - { name: X-ASSET-URI, value: "https://ads.example/a.m3u8" }
                      - { name: X-RESUME-OFFSET, number: "0" }

                """
            let served = try served(description, [:], in: path)
            let current = try #require(try await served.current("film"))
            let playlist = try text(current, "video/playlist.m3u8")
            #expect(playlist.contains("#EXT-X-PROGRAM-DATE-TIME:2026-05-06T07:08:09.000"), "\(playlist)")
            let ranges = playlist.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-DATERANGE") }
            #expect(ranges.count == 2)
            #expect(
                ranges[0].contains(#"START-DATE="2026-05-06T07:08:13.000"#) && ranges[0].contains("SCTE35-OUT=0xFC30FF")
            )
            #expect(
                ranges[1].contains(#"CUE="ONCE""#) && ranges[1].contains(#"X-ASSET-URI="https://ads.example/a.m3u8""#)
                    && ranges[1].contains("X-RESUME-OFFSET=0"))

            // The part starts two seconds later.
            let part = try #require(try await served.current("film", PresentationSelection([("start", "2")])))
            let clipped = try text(part, "video/playlist.m3u8")
            #expect(clipped.contains("#EXT-X-PROGRAM-DATE-TIME:2026-05-06T07:08:11.000"), "\(clipped)")
            #expect(clipped.contains(#"START-DATE="2026-05-06T07:08:13.000"#))
        }
    }

    @Test(arguments: [
        (
            "thumbnails: t.vtt", "WEBVTT\n\n00:05.000 --> 00:07.000\nsheet%200.jpg#xywh=0,0,160,90\n",
            "first cue must start at 0"
        ),
        (
            "thumbnails: t.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\n../../etc/passwd#xywh=0,0,160,90\n",
            "passwd' is missing"
        ),
        (
            "thumbnails: t.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nhttps://a.example/x.jpg#xywh=0,0,1,1\n",
            "not a path relative"
        ),
        ("thumbnails: t.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\na.mp4#xywh=0,0,160,90\n", "is not a JPEG image"),
        ("thumbnails: t.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nsheet%200.jpg#xywh=160,0,160,90\n", "row by row"),
        (
            "thumbnails: t.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nsheet%200.jpg#xywh=0,0,640,90\n",
            "does not contain its thumbnails"
        ),
        ("thumbnails: t.vtt", "no map\n", "line 1"),
        ("thumbnails: absent.vtt", "WEBVTT\n", "absent.vtt' is missing"),
        ("chapters: [{ file: t.vtt }]", "nothing\n", "line 1"),
        ("subtitles: [{ file: t.vtt }]", "nothing\n", "no cue found"),
        ("subtitles: [{ file: t.vtt }]", "", "is missing, empty"),
        ("subtitles: [{ file: absent.vtt }]", "WEBVTT\n", "absent.vtt' is missing"),
    ])
    func companionsThatCannotBeReadAreLeftOut(_ description: String, _ file: String, _ expected: String) async throws {
        try await withFolder { path in
            let served = try served(description + "\n", ["t.vtt": file], in: path)
            let current = try #require(try await served.current("film"))
            let problems = current.presentation.problems.filter { $0.code == "companion-left-out" }
            #expect(problems.count == 1 && problems[0].severity == .warning, "\(current.presentation.problems)")
            #expect(problems.first?.message.contains(expected) == true, "\(problems)")
            #expect(current.presentation["video/playlist.m3u8"] != nil)
            // A file that is repaired is presented.
            served.clock.advance(by: .seconds(3))
            try Data("WEBVTT\n\n00:01.000 --> 00:02.000\nA\n".utf8).write(to: URL(filePath: path + "/t.vtt"))
            guard description.hasPrefix("subtitles"), !description.contains("absent") else { return }
            let repaired = try #require(try await served.current("film"))
            #expect(repaired.presentation["text/playlist.m3u8"] != nil, "\(repaired.presentation.paths)")
        }
    }

    @Test(arguments: [
        ("cues: [{ id: a }]", "", "start is missing"),
        ("cues: [{ id: a, start: 1s, scte35-out: 0xFC0 }]", "", "splice information section"),
        ("cues: [{ id: a, start: 1s, attributes: [{ name: x, value: y }] }]", "", "name is missing or invalid"),
        ("cues: [{ id: a, start: 1s }, { id: a, start: 2s }]", "", "two cues have the same id"),
        ("date: yesterday", "", "is not a date"),
    ])
    func invalidCompanionsAreReported(_ description: String, _ file: String, _ expected: String) async throws {
        let message = try await failure(description + "\n", ["t.vtt": file])
        #expect(message.contains(expected), "\(message)")
    }
}
