import Media
import StageKit
import Testing

struct TrackChoiceTests {
    private let tracks = [
        SourceTrack(1, .video, format: "H.264 video"),
        SourceTrack(2, .audio, format: "AAC audio", language: "de"),
        SourceTrack(3, .audio, format: "GSM audio", language: "fr", obstacle: "which nothing carries", sampleCount: 4),
        SourceTrack(4, nil, format: "timecode", obstacle: "which is data"),
    ]

    private func choice(_ selection: String, of tracks: [SourceTrack]? = nil) throws -> TrackChoice {
        TrackChoice(
            among: tracks ?? self.tracks, by: try TrackSelection(option: OptionNode(selection)), of: "a.mp4")
    }

    @Test func unsupportedTracksDoNotBlockOthers() throws {
        let choice = try choice("all")
        #expect(choice.delivered.map(\.number) == [1, 2])
        #expect(choice.omitted.map(\.number) == [3, 4])
        #expect(choice.error == nil)
        let message = choice.omitted.first?.omission?.problem(of: "a.mp4").message
        #expect(message == "left out: GSM audio, track 3 of 'a.mp4' (4 samples), which nothing carries")
    }

    @Test func unselectedTracksAreNotReported() throws {
        #expect(try choice("video").omitted.isEmpty)
        #expect(try choice("audio").omitted.map(\.number) == [3])
    }

    @Test(arguments: ["video,3", "audio:fr", "3"])
    func unsupportedRequestedTrackIsError(selection: String) throws {
        let refusal = try #require(try choice(selection).error)
        #expect(refusal.code == .unsupportedMedia)
        #expect(refusal.message.hasSuffix("supported: track 3 (GSM audio, fr), which nothing carries"))
    }

    @Test(arguments: [
        ("5", "no track with the number 5"), ("video,audio:en", "no audio track in 'en'"), ("text", "no text track"),
        ("audio:und", "no audio track without a language"),
    ])
    func unmatchedSelectionListsTracks(selection: String, missing: String) throws {
        let refusal = try #require(try choice(selection).error)
        #expect(refusal.code == .noUsableTrack)
        #expect(
            refusal.message == "'a.mp4' has \(missing); it has track 1 (H.264 video), track 2 (AAC audio, de), "
                + "track 3 (GSM audio, fr), track 4 (timecode)")
    }

    @Test func excludedTracksAreNotReported() throws {
        let reader = try choice("1,3 except audio")
        #expect(reader.delivered.map(\.number) == [1] && reader.omitted.isEmpty && reader.error == nil)
        let decoder = try choice("audio:de except audio,text")
        #expect(decoder.delivered.isEmpty && decoder.error == nil)
        #expect(try choice("9 except audio").error?.code == .noUsableTrack)
        #expect(try choice("4 except audio").error?.code == .unsupportedMedia)
    }

    @Test func kindInListMayBeAbsent() throws { #expect(try choice("video,text").error == nil) }

    @Test func fileWithoutSupportedTracksIsRejectedWithReasons() throws {
        let refusal = try #require(try choice("all", of: Array(tracks[2...])).error)
        #expect(refusal.code == .unsupportedMedia)
        #expect(
            refusal.message == "'a.mp4' has no supported tracks: track 3 (GSM audio, fr), which nothing "
                + "carries; track 4 (timecode), which is data")
    }

    @Test func fileWithoutTracksIsRejected() throws {
        #expect(try choice("all", of: []).error?.message == "'a.mp4' has no tracks")
    }

    @Test func trackListIsTruncated() throws {
        let many = (1...300).map { SourceTrack($0, .audio, format: "AAC audio") }
        let message = try choice("text", of: many).error?.message
        #expect(message?.hasSuffix("track 24 (AAC audio), and 276 others") == true)
    }

    @Test(
        arguments: [
            ([.video], "all", [], "video"), ([.audio], "all", [], "audio"), ([.video], "audio", [], nil),
            ([.video], "all", [.video], nil), ([.audio], "all", [.video], "audio"), ([], "all", [], nil),
        ] as [([MediaType], String, [EssentialTracks], String?)])
    func programmeWithoutSupportedVideoOrAudioIsRejected(
        _ unsupported: [MediaType], _ selection: String, _ allowed: [EssentialTracks], _ missing: String?
    ) throws {
        let tracks = [MediaType.video, .audio, .text].enumerated().map { index, type in
            SourceTrack(
                index + 1, type, format: "\(type.rawValue) codec",
                obstacle: unsupported.contains(type) ? "which is not carried" : nil)
        }
        let choice = TrackChoice(
            among: tracks, by: try TrackSelection(option: OptionNode(selection)), of: "a.mkv", allowMissing: allowed)
        #expect(choice.error?.code == missing.map { _ in .unsupportedMedia })
        if let missing {
            #expect(choice.error?.message.contains("segment --allow-missing \(missing)") == true)
        }
    }

    @Test func stillImagesAndEmptyTracksAreDispensable() throws {
        var still = SourceTrack(1, .video, format: "JPEG video", obstacle: "which is a still image", sampleCount: 1)
        still.isStill = true
        let empty = SourceTrack(2, .video, format: "H.264 video", obstacle: "which has no frames", sampleCount: 0)
        let audio = SourceTrack(3, .audio, format: "AAC audio")
        #expect(TrackChoice(among: [still, empty, audio], by: .all, of: "a.mkv", allowMissing: []).error == nil)
    }

    @Test(
        arguments: [
            (1280, 720, "avc1", 0, true), (640, 360, "avc1", 0, true), (1920, 1080, "avc1", 0, false),
            (1920, 1080, "hvc1", 0, true), (1920, 1080, "avc1", 2, true), (1280, 960, "avc1", 0, false),
        ])
    func onlySizesOfOnePictureAreVariants(
        _ width: Int, _ height: Int, _ codec: String, _ group: Int, _ isVariant: Bool
    ) throws {
        func track(_ number: Int, _ size: PixelSize, _ codec: String) -> SourceTrack {
            var track = SourceTrack(number, .video, format: "video")
            track.picture = TrackPicture(size: size, codec: codec)
            track.picture?.group = group
            return track
        }
        let tracks = [
            track(1, PixelSize(width: 1920, height: 1080), "avc1"),
            track(2, PixelSize(width: width, height: height), codec),
        ]
        #expect(try choice("all", of: tracks).delivered.map(\.number) == (isVariant ? [1, 2] : [1]))
        #expect(try choice("video", of: tracks).omitted.map(\.number) == (isVariant ? [] : [2]))
        #expect(try choice("1,2", of: tracks).delivered.map(\.number) == [1, 2])
        #expect(try choice("2", of: tracks).delivered.map(\.number) == [2])
    }
}
