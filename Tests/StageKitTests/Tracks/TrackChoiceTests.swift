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

    @Test func tracksThatCannotBeCarriedDoNotStopTheOthers() throws {
        let choice = try choice("all")
        #expect(choice.taken.map(\.number) == [1, 2])
        #expect(choice.leftOut.map(\.number) == [3, 4])
        #expect(choice.refusal == nil)
        let message = choice.leftOut.first?.leftOut?.problem(of: "a.mp4").message
        #expect(message == "left out: GSM audio, track 3 of 'a.mp4' (4 samples), which nothing carries")
    }

    @Test func whatIsNotSelectedIsNotReported() throws {
        #expect(try choice("video").leftOut.isEmpty)
        #expect(try choice("audio").leftOut.map(\.number) == [3])
    }

    @Test(arguments: ["video,3", "audio:fr", "3"])
    func aTrackThatIsAskedForAndCannotBeCarriedIsAnError(selection: String) throws {
        let refusal = try #require(try choice(selection).refusal)
        #expect(refusal.code == .unsupportedMedia)
        #expect(refusal.message.hasSuffix("carried: track 3 (GSM audio, fr), which nothing carries"))
    }

    @Test(arguments: [
        ("5", "no track with the number 5"), ("video,audio:en", "no audio track in 'en'"), ("text", "no text track"),
        ("audio:und", "no audio track without a language"),
    ])
    func aSelectionThatMatchesNothingListsTheTracks(selection: String, missing: String) throws {
        let refusal = try #require(try choice(selection).refusal)
        #expect(refusal.code == .noUsableTrack)
        #expect(
            refusal.message == "'a.mp4' has \(missing); it has track 1 (H.264 video), track 2 (AAC audio, de), "
                + "track 3 (GSM audio, fr), track 4 (timecode)")
    }

    @Test func excludedTracksAreLeftToAnotherSource() throws {
        let reader = try choice("1,3 except audio")
        #expect(reader.taken.map(\.number) == [1] && reader.leftOut.isEmpty && reader.refusal == nil)
        let decoder = try choice("audio:de except audio,text")
        #expect(decoder.taken.isEmpty && decoder.refusal == nil)
        #expect(try choice("9 except audio").refusal?.code == .noUsableTrack)
        #expect(try choice("4 except audio").refusal?.code == .unsupportedMedia)
    }

    @Test func aKindIsOptionalBesideOthers() throws { #expect(try choice("video,text").refusal == nil) }

    @Test func aFileWithNothingToCarryIsRefusedWithAllReasons() throws {
        let refusal = try #require(try choice("all", of: Array(tracks[2...])).refusal)
        #expect(refusal.code == .unsupportedMedia)
        #expect(
            refusal.message == "'a.mp4' has no supported tracks: track 3 (GSM audio, fr), which nothing "
                + "carries; track 4 (timecode), which is data")
    }

    @Test func aFileWithoutTracksIsRefused() throws {
        #expect(try choice("all", of: []).refusal?.message == "'a.mp4' has no tracks")
    }

    @Test func hundredsOfTracksAreNotAllListed() throws {
        let many = (1...300).map { SourceTrack($0, .audio, format: "AAC audio") }
        let message = try choice("text", of: many).refusal?.message
        #expect(message?.hasSuffix("track 24 (AAC audio), and 276 others") == true)
    }
}
