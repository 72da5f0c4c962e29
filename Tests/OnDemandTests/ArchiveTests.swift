import Foundation
import HLS
import Media
import OnDemand
import StageKit
import StageTesting
import Testing

/// Windows of archives by date.
@Suite struct ArchiveTests {
    private static let start = DateTime("2026-11-24T16:00:00Z")!

    /// Writes an archive of segments of 6 s, of which some can be omitted.
    private func write(
        _ folder: String, segments: Range<Int>, ended: Bool = true, _ adjust: (inout MediaPlaylist) -> Void = { _ in }
    ) throws {
        let manager = FileManager.default
        var multivariant = MultivariantPlaylist(
            renditions: [
                AlternativeRendition(
                    kind: .subtitles, groupID: "text", name: "English", language: "en", uri: "text/playlist.m3u8")
            ],
            variants: [
                Variant(
                    uri: "video/playlist.m3u8", bandwidth: 1000, codecs: ["avc1.64001f"], subtitlesGroup: "text")
            ])
        multivariant.iFrameVariants = [Variant(uri: "video/iframes.m3u8", bandwidth: 100)]
        for (name, suffix) in [("video", "m4s"), ("text", "vtt")] {
            try manager.createDirectory(atPath: "\(folder)/tv/\(name)", withIntermediateDirectories: true)
            var playlist = MediaPlaylist(targetDuration: 6, mediaSequence: segments.lowerBound, hasEndList: ended)
            if name == "video" { try Data("init".utf8).write(to: URL(filePath: "\(folder)/tv/video/init.mp4")) }
            for number in segments {
                let uri = "segment-\(number).\(suffix)"
                var segment = MediaSegment(
                    uri: uri, duration: .seconds(6),
                    initialization: name == "video" ? InitializationSection(uri: "init.mp4") : nil,
                    programDateTime: Self.start + .seconds(Int64(number) * 6))
                segment.uri = uri
                playlist.segments.append(segment)
                let file = "\(folder)/tv/\(name)/\(uri)"
                guard !manager.fileExists(atPath: file) else { continue }
                try Data("\(name) \(number)".utf8).write(to: URL(filePath: file))
            }
            if name == "video" { adjust(&playlist) }
            try Data(playlist.text.utf8).write(to: URL(filePath: "\(folder)/tv/\(name)/playlist.m3u8"))
            guard name == "video" else { continue }
            playlist.isIFramesOnly = true
            for index in playlist.segments.indices {
                playlist.segments[index].byteRange = ByteRange(offset: 0, length: 5)
            }
            try Data(playlist.text.utf8).write(to: URL(filePath: "\(folder)/tv/video/iframes.m3u8"))
        }
        try Data(multivariant.text.utf8).write(to: URL(filePath: "\(folder)/tv/index.m3u8"))
    }

    private func selection(_ from: String?, _ to: String?) throws -> PresentationSelection {
        var fields: [(name: String, value: String)] = []
        if let from { fields.append(("from", from)) }
        if let to { fields.append(("to", to)) }
        return try PresentationSelection(fields)
    }

    private func playlist(_ presentation: MoviePresentation, _ path: String) throws -> MediaPlaylist {
        let file = try #require(presentation[path], "\(path)")
        let bytes = try #require(presentation.bytes(of: file, in: 0..<file.count)).bytes
        guard case .media(let playlist) = try Playlist.parse(bytes).playlist else { throw ServedLibrary.Busy() }
        return playlist
    }

    private func served(_ folder: String) throws -> ServedLibrary {
        let served = try ServedLibrary(folder)
        served.clock.setDate(WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
        return served
    }

    @Test func windowListsWholeSegmentsThatCoverTheRange() async throws {
        try await withFolder { folder in
            try write(folder, segments: 0..<100) { playlist in
                playlist.segments[10].isDiscontinuity = true
                playlist.segments[12].isGap = true
                playlist.segments[14].programDateTime = nil
                var range = DateRange(id: "long", startDate: Self.start)
                range.duration = .seconds(65)
                playlist.segments[0].dateRanges = [range]
                range = DateRange(id: "short", startDate: Self.start)
                range.duration = .seconds(5)
                playlist.segments[0].dateRanges.append(range)
            }
            try FileManager.default.removeItem(atPath: folder + "/tv/video/segment-13.m4s")
            let served = try served(folder)
            let selection = try selection("2026-11-24T16:01:01Z", "2026-11-24T17:01:30.000+01:00")
            #expect(selection.description == "from=2026-11-24T16:01:01Z;to=2026-11-24T16:01:30Z")
            #expect(PresentationSelection(text: selection.description) == selection)
            let presentation = try #require(try await served.current("tv", selection)).presentation
            #expect(presentation.paths == ["text/playlist.m3u8", "video/iframes.m3u8", "video/playlist.m3u8"])
            #expect(presentation.problems.map(\.code) == ["missing-segments"])

            let video = try playlist(presentation, "video/playlist.m3u8")
            #expect(video.type == .vod && video.hasEndList && video.mediaSequence == 10)
            #expect(video.discontinuitySequence == 1 && !video.segments[0].isDiscontinuity)
            #expect(video.segments.count == 5 && video.segments.map(\.isGap) == [false, false, true, true, false])
            #expect(video.segments[0].programDateTime == Self.start + .seconds(60))
            #expect(video.dateRanges.map(\.id) == ["long"])
            #expect(video.segments[0].initialization?.uri.hasSuffix("/video/init.mp4") == true)
            #expect(try playlist(presentation, "text/playlist.m3u8").segments.count == 5)
            #expect(try playlist(presentation, "video/iframes.m3u8").segments.count == 5)

            // The URIs lead to the files.
            let uri = video.segments[1].uri
            let match = try #require(uri.wholeMatch(of: /\.\.\/\.\.\/(a1\w{12})\/(video\/segment-11\.m4s)/), "\(uri)")
            let version = try #require(MovieVersion(match.1))
            var file = served.library.archivedFile(String(match.2), of: "tv", version)
            while case .pending = file {
                try await Task.sleep(for: .milliseconds(1))
                file = served.library.archivedFile(String(match.2), of: "tv", version)
            }
            guard case .found(let data) = file else { throw ServedLibrary.Busy() }
            #expect(data.bytes == Array("video 11".utf8))
        }
    }

    @Test(arguments: [
        ("2026-11-24T15:00:00Z", "2026-11-24T15:30:00Z", "range-not-satisfiable"),
        ("2026-11-24T18:00:00Z", "2026-11-24T18:30:00Z", "range-not-satisfiable"),
        ("2026-11-24T16:05:05Z", "2026-11-24T16:05:10Z", "range-not-satisfiable"),
    ])
    func rangesWithoutMediaAreRejected(from: String, to: String, code: String) async throws {
        try await withFolder { folder in
            // The recorder was off for a minute after segment 50.
            try write(folder, segments: 0..<100) { playlist in
                for index in 50..<100 {
                    playlist.segments[index].programDateTime = Self.start + .seconds(Int64(index) * 6 + 60)
                }
            }
            let served = try served(folder)
            let selection = try selection(from, to)
            await #expect {
                _ = try await served.current("tv", selection)
            } throws: { ($0 as? StageError)?.code.rawValue == code }
        }
    }

    @Test(arguments: ["2026-02-30T00:00:00Z", "yesterday", "", "2026-11-24", "2026-11-24T16:00:00Z;x"])
    func malformedDatesAreRejected(date: String) {
        #expect(throws: PresentationSelection.Problem.self) { try selection(date, nil) }
    }

    @Test func windowThatEndsInTheFutureGrowsUntilItIsCovered() async throws {
        try await withFolder { folder in
            let served = try served(folder)
            try write(folder, segments: 0..<20, ended: false)
            let selection = try selection("2026-11-24T16:01:30Z", "2026-11-24T16:02:10Z")
            let first = try #require(try await served.current("tv", selection))
            var video = try playlist(first.presentation, "video/playlist.m3u8")
            #expect(video.type == .event && !video.hasEndList && video.segments.count == 5)

            // The archive is a sliding window, whose earlier segments expire.
            try write(folder, segments: 18..<24, ended: false)
            served.clock.advance(by: .seconds(3))
            let second = try #require(try await served.current("tv", selection))
            #expect(second.version == first.version)
            let former = video
            video = try playlist(second.presentation, "video/playlist.m3u8")
            #expect(video.type == .event && video.hasEndList && video.segments.count == 7)
            #expect(Array(video.segments.prefix(5)) == former.segments)

            // Covered at once.
            let covered = try await served.current("tv", try self.selection(nil, "2026-11-24T16:02:00Z"))
            #expect(try playlist(try #require(covered).presentation, "video/playlist.m3u8").type == .vod)
        }
    }

    @Test func filesOutsideOfTheArchiveAreNotServed() async throws {
        try await withFolder { folder in
            try write(folder, segments: 0..<4) { playlist in
                playlist.segments[1].uri = "../../secret.m4s"
                playlist.segments[2].uri = "link.m4s"
                playlist.segments[3].uri = ".hidden.m4s"
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/tv/video/link.m4s", withDestinationPath: "/etc/hostname")
            try Data("hidden".utf8).write(to: URL(filePath: folder + "/tv/video/.hidden.m4s"))
            let served = try served(folder)
            let presentation = try #require(try await served.current("tv")).presentation
            let video = try playlist(presentation, "video/playlist.m3u8")
            #expect(video.segments.map(\.isGap) == [false, true, true, true])
            #expect(video.segments[1].uri == "../../outside")
        }
    }

    @Test func foreignURIsAreNotPassedOn() async throws {
        let foreign = [
            "file:///etc/hostname", "http://a.example/1.m4s", "HTTPS://a.example/1.m4s", "//a.example/1.m4s",
            "/1.m4s", "../../../1.m4s", "%2e%2e/%2E./1.m4s", "..%2f..%2f1.m4s", "..\\..\\1.m4s", " //a.example/1.m4s",
            "a%5c..%5c1.m4s",
        ]
        try await withFolder { folder in
            try write(folder, segments: 0..<20) { playlist in
                for (index, uri) in foreign.enumerated() { playlist.segments[index].uri = uri }
                playlist.segments[11].initialization?.uri = "file:///init.mp4"
                playlist.segments[12].keys = [EncryptionKey(method: .aes128, uri: "http://a.example/key")]
                playlist.segments[13].keys = [EncryptionKey(method: .aes128, uri: "https://keys.example/key")]
                var range = DateRange(id: "advert", startDate: Self.start)
                range.clientAttributes = [.init(name: "X-ASSET-URI", value: .string("http://a.example/ad.m3u8"))]
                playlist.segments[14].dateRanges = [range]
            }
            let presentation = try #require(try await served(folder).current("tv")).presentation
            for path in presentation.paths {
                let file = try #require(presentation[path])
                let text = String(
                    decoding: try #require(presentation.bytes(of: file, in: 0..<file.count)).bytes, as: UTF8.self)
                for part in ["file:", "http:", "a.example", "%2", "%5c", "\\", "../../../"] {
                    #expect(!text.lowercased().contains(part), "\(part) in \(path)")
                }
            }
            let video = try playlist(presentation, "video/playlist.m3u8")
            #expect(video.segments.prefix(13).allSatisfy(\.isGap) && !video.segments[13...].contains(where: \.isGap))
            #expect(video.segments[13].keys.map(\.uri) == ["https://keys.example/key"])
            #expect(video.dateRanges.isEmpty)
        }
    }
}
