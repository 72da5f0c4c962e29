import StageKit
import Testing

struct SpellingTests {
    @Test(arguments: [("movei", "movie"), ("bit-rate", "bitrate"), ("video.encod", "video.encode"), ("colr", "color")])
    func aSlipFindsWhatWasMeant(word: String, meant: String) {
        #expect(Spelling.closest(to: word, among: ["movie", "bitrate", "video.encode", "color", "x"]) == meant)
    }

    @Test func somethingElseFindsNothing() {
        #expect(Spelling.closest(to: "colour", among: ["size", "rate"]) == nil)
        #expect(Spelling.closest(to: "", among: []) == nil)
    }
}
