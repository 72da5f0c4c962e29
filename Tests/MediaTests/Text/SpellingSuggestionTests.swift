import Media
import Testing

struct SpellingSuggestionTests {
    @Test(arguments: [("movei", "movie"), ("bit-rate", "bitrate"), ("video.encod", "video.encode"), ("colr", "color")])
    func misspellingFindsIntendedWord(word: String, meant: String) {
        #expect(
            SpellingSuggestion.closest(to: word, among: ["movie", "bitrate", "video.encode", "color", "x"]) == meant)
    }

    @Test func unrelatedWordFindsNothing() {
        #expect(SpellingSuggestion.closest(to: "colour", among: ["size", "rate"]) == nil)
        #expect(SpellingSuggestion.closest(to: "", among: []) == nil)
    }
}
