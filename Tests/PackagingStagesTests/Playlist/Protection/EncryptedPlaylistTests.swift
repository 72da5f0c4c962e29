import PackagingStages
import HLS
import Media
import StageKit
import Testing

@Suite struct EncryptedPlaylistTests {
    /// The lines of a playlist without the tags that encryption does not concern.
    private static func lines(_ text: String?) throws -> [String] {
        let omitted = ["#EXTM3U", "#EXT-X-PROGRAM", "#EXTINF", "#EXT-X-TARGET", "#EXT-X-PLAYLIST", "#EXT-X-MEDIA-SEQ"]
        return try #require(text).split(separator: "\n").map(String.init).filter { line in
            !omitted.contains { line.hasPrefix($0) }
        }
    }

    private static func keys(_ name: String, _ id: String, method: String = "SAMPLE-AES") -> [String] {
        [
            "#EXT-X-KEY:METHOD=\(method),URI=\"skd://\(name)\",KEYFORMAT=\"com.apple.streamingkeydelivery\","
                + "KEYFORMATVERSIONS=\"1\"",
            "#EXT-X-KEY:METHOD=\(method),URI=\"data:text/plain;base64,\(name)\","
                + "KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\",KEYFORMATVERSIONS=\"1\",KEYID=0x\(id)",
        ]
    }

    @Test(arguments: [(SegmentProtection.Method.cbcs, "SAMPLE-AES"), (.cenc, "SAMPLE-AES-CTR")])
    func newKeyPeriodHasNewMapWithoutDiscontinuity(method: SegmentProtection.Method, name: String) throws {
        var run = try PlaylistRun()
        var video = ProtectedSegments(.video(), method)
        for _ in 0..<2 { try run.send(video.beginPeriod(), video.next(), video.next()) }
        try run.finish()
        let id = String(repeating: "10", count: 15)
        let first = Self.keys("video-0", id + "00", method: name) + ["#EXT-X-MAP:URI=\"init.mp4\""]
        let second = Self.keys("video-1", id + "01", method: name) + ["#EXT-X-MAP:URI=\"init-2.mp4\""]
        #expect(
            try Self.lines(run.text("video/playlist.m3u8"))
                == ["#EXT-X-VERSION:6"] + first + ["segment-00001.m4s", "segment-00002.m4s"] + second
                + ["segment-00003.m4s", "segment-00004.m4s", "#EXT-X-ENDLIST"])
        let frames = (1...4).map { ["#EXT-X-BYTERANGE:500@0", "segment-0000\($0).m4s"] }
        #expect(
            try Self.lines(run.text("video/iframes.m3u8"))
                == ["#EXT-X-VERSION:5", "#EXT-X-I-FRAMES-ONLY"] + first + frames[0] + frames[1] + second + frames[2]
                + frames[3] + ["#EXT-X-ENDLIST"])
        // The keys of the first period are declared once, although two playlists use them.
        let session = try Self.lines(run.text("index.m3u8")).filter { $0.contains("SESSION-KEY") }
        #expect(
            session == [
                Self.keys("video-0", "", method: name)[0].replacing("X-KEY", with: "X-SESSION-KEY"),
                Self.keys("video-0", id + "00", method: name)[1]
                    .replacing("X-KEY", with: "X-SESSION-KEY").replacing("video-0", with: "session-video-0"),
            ])
    }

    @Test func mapPrecedesTheKeyOfEncryptedSegments() throws {
        var run = try PlaylistRun()
        var (video, audio) = (ProtectedSegments(.video(), .aes128), ProtectedSegments(.audio(), .aes128))
        for _ in 0..<2 {
            try run.send(video.beginPeriod(), audio.beginPeriod(), video.next(), audio.next(), video.next())
            try run.send(audio.next())
        }
        try run.finish()
        func key(_ period: Int, _ iv: String) -> String {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/video-\(period).bin\",IV=0x\(String(repeating: iv, count: 16))"
        }
        #expect(
            try Self.lines(run.text("video/playlist.m3u8")) == [
                "#EXT-X-VERSION:6", "#EXT-X-MAP:URI=\"init.mp4\"", key(0, "01"), "segment-00001.m4s",
                "segment-00002.m4s", key(1, "02"), "segment-00003.m4s", "segment-00004.m4s", "#EXT-X-ENDLIST",
            ])
        // I-frames are byte ranges.
        #expect(run.text("video/iframes.m3u8") == nil && run.problems.map(\.code) == ["no-iframe-playlist"])
        let index = try #require(run.text("index.m3u8"))
        #expect(!index.contains("I-FRAME") && index.contains("METHOD=AES-128,URI=\"keys/video-0.bin\"\n"))
        #expect(index.contains("URI=\"keys/audio-0.bin\"\n") && !index.contains("-1.bin"))
        // 6016 encrypted bytes in 6 s: the sizes are those of the stored files.
        var encrypted = try PlaylistRun()
        var other = ProtectedSegments(.video(), .aes128)
        try encrypted.send(other.beginPeriod(), other.next(bytes: 6016))
        try encrypted.finish()
        #expect(try #require(encrypted.text("index.m3u8")).contains("BANDWIDTH=8022,"))
    }

    @Test func wholeSegmentsCannotBePartsOrByteRanges() throws {
        func problem(_ configure: @escaping (inout HLSPlaylist.Options) -> Void, part: Bool) throws -> String? {
            var run = try PlaylistRun(configure)
            var scripted = ScriptedSegments.video()
            scripted.rendition.partTarget = part ? .seconds(1) : nil
            var video = ProtectedSegments(scripted, .aes128)
            do {
                try run.send(video.beginPeriod(), part ? video.part(0) : video.next())
            } catch let error as StageError {
                return error.message
            }
            return nil
        }
        #expect(try problem({ $0.type = .live }, part: true)?.contains("parts cannot be encrypted") == true)
        #expect(try problem({ $0.packaging = .singleFile }, part: false)?.contains("byte ranges") == true)
    }

    @Test func keysPrecedeTheFirstPartOfTheirSegment() throws {
        var run = try PlaylistRun { $0.type = .live }
        var scripted = ScriptedSegments.video()
        scripted.rendition.partTarget = .seconds(1)
        var video = ProtectedSegments(scripted, .cbcs)
        try run.send(video.beginPeriod(), video.part(0), video.part(1, isLast: true), video.next(lasting: .seconds(2)))
        try run.send(video.beginPeriod(), video.part(0), video.part(1))
        let lines = try Self.lines(run.text("video/playlist.m3u8"))
        let key = try #require(lines.firstIndex { $0.contains("skd://video-1") })
        #expect(lines[key + 2] == "#EXT-X-MAP:URI=\"init-2.mp4\"")
        #expect(lines[key + 3] == "#EXT-X-PART:DURATION=1,URI=\"segment-00002.1.m4s\",INDEPENDENT=YES")
        #expect(lines.contains("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"segment-00002.3.m4s\""))
        #expect(!lines.contains("#EXT-X-DISCONTINUITY"))
        // The whole segment repeats no tag.
        try run.send(video.next(lasting: .seconds(2)))
        let after = try Self.lines(run.text("video/playlist.m3u8"))
        #expect(after.count { $0.hasPrefix("#EXT-X-KEY") } == 4 && after.count { $0.hasPrefix("#EXT-X-MAP") } == 2)
    }

    @Test func keysThatPlaylistsDoNotDeclareAreReported() throws {
        var run = try PlaylistRun { $0.type = .live }
        var video = ProtectedSegments(.video(), .cbcs)
        var first = video.beginPeriod()
        // Only manifests declare the common system.
        first.protection?.declarations.removeAll { $0.uri != nil }
        try run.send(first, video.next())
        #expect(run.problems.map(\.code) == ["undeclared-keys"])
        var declared = try PlaylistRun { $0.type = .live }
        try declared.send(video.beginPeriod(), video.next())
        #expect(declared.problems.isEmpty)
    }

    @Test func gapsKeepTheKeysInForce() throws {
        var run = try PlaylistRun { $0.type = .live }
        var video = ProtectedSegments(.video(), .cbcs)
        try run.send(video.beginPeriod(), video.next(), video.gap(), video.next())
        let text = try #require(run.text("video/playlist.m3u8"))
        #expect(!text.contains("METHOD=NONE") && text.split(separator: "\n").count { $0.contains("X-KEY") } == 2)
    }

    @Test func changedFormatBetweenPeriodsIsDiscontinuity() throws {
        var run = try PlaylistRun { $0.type = .live }
        var video = ProtectedSegments(.video(), .cbcs)
        try run.send(video.beginPeriod(), video.next())
        var other = ScriptedSegments.video()
        other.rendition.tracks[0].timescale = 90000
        _ = other.next(at: .zero, lasting: .seconds(6))
        var changed = ProtectedSegments(other, .cbcs)
        changed.resume(at: .seconds(6))
        try run.send(changed.beginPeriod(1), changed.next())
        #expect(try Self.lines(run.text("video/playlist.m3u8")).contains("#EXT-X-DISCONTINUITY"))
    }

    @Test func outputProtectionIsDeclaredByResolution() throws {
        func node(_ entries: [String: String]) -> OptionNode {
            OptionNode(.mapping(entries.map { OptionNode.Entry(key: $0.key, value: OptionNode($0.value)) }))
        }
        let cpc = "com.microsoft.playready:SL3000/SL2000,com.example:"
        let options = try [
            OutputProtectionOption(option: node(["resolution": "hd", "hdcp": "type-0", "allowed-cpc": cpc])),
            OutputProtectionOption(option: node(["hdcp": "none"])),
        ]
        var run = try PlaylistRun { $0.outputProtection = options }
        var (video, small) = (ScriptedSegments.video(), ScriptedSegments.video("small"))
        guard case .codedVideo(var format) = small.rendition.tracks[0].format else { return }
        format.size = PixelSize(width: 640, height: 360)
        small.rendition.tracks[0].format = .codedVideo(format)
        try run.send(video.initialization(), small.initialization())
        try run.send(video.next(at: .zero, lasting: .seconds(6)), small.next(at: .zero, lasting: .seconds(6)))
        try run.finish()
        let lines = try #require(run.text("index.m3u8")).split(separator: "\n").filter { $0.contains("RESOLUTION") }
        #expect(lines.count == 4)
        for line in lines {
            let isHD = line.contains("RESOLUTION=1280x720")
            #expect(line.contains(isHD ? "HDCP-LEVEL=TYPE-0,ALLOWED-CPC=\"\(cpc)\"" : "HDCP-LEVEL=NONE"))
            #expect(isHD || !line.contains("ALLOWED-CPC"))
        }
        for entries in [["resolution": "hd"], ["allowed-cpc": "no label"], ["allowed-cpc": "a:low"]] {
            #expect(throws: OptionProblem.self) { try OutputProtectionOption(option: node(entries)) }
        }
        #expect(throws: StageError.self) { try PlaylistRun { $0.outputProtection = [options[1], options[1]] } }
    }
}
