import Media
import StageKit
import Testing

struct TrackSelectionTests {
    private func problem(_ text: String) -> OptionProblem? {
        do throws(OptionProblem) {
            _ = try TrackSelection(option: OptionNode(text))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("all", "all"), ("video", "video"), ("video,audio:de", "video,audio:de"), ("2,3", "2,3"),
        ("audio:en, audio:pt-BR", "audio:en,audio:pt-BR"), ("text:und,7", "text:und,7"), ("all:en", "all:en"),
        ("all except text", "all except text"), ("2,audio:de except text, video", "2,audio:de except video,text"),
    ])
    func selectionTextRoundTrips(text: String, written: String) throws {
        let selection = try TrackSelection(option: OptionNode(text))
        #expect(selection.optionText == written)
        #expect(try TrackSelection(option: OptionNode(selection.optionText)) == selection)
    }

    @Test func listEqualsCommaSeparatedText() throws {
        let list = OptionNode(.list([OptionNode("video"), OptionNode("audio:de,3")]))
        #expect(try TrackSelection(option: list) == TrackSelection(option: OptionNode("video,audio:de,3")))
    }

    @Test(arguments: [
        ("", "'' has an empty part"), ("video,,audio", "'video,,audio' has an empty part"),
        ("vidoe", "'vidoe' is not a kind of track"), ("audio:", "'audio:' has no language"),
        ("audio:d", "'d' is not a language tag"), ("audio:de_DE", "'de_DE' is not a language tag"),
        ("0", "'0' is not a track number"), ("4294967296", "'4294967296' is not a track number"),
        ("-1", "'-1' is not a kind of track"),
        ("2:de", "'2:de' has a language after a number, which already selects one track"),
        ("all except 3", "'3' after 'except' is not a kind of track"),
        ("video except video", "'video except video' excludes everything that it selects"),
        ("all except video,audio,text", "'all except video,audio,text' excludes everything that it selects"),
        ("metadata", "'metadata' is not a kind of track"),
    ])
    func invalidTextIsRejectedWithReason(text: String, message: String) {
        #expect(problem(text)?.message == message)
    }

    @Test func misspeltKindGetsSuggestion() { #expect(problem("vidoe")?.expected == "'video', perhaps") }

    @Test func kindsLanguagesAndNumbersSelect() throws {
        let selection = try TrackSelection(option: OptionNode("video,audio:de,text:und,9"))
        #expect(selection.selects(.video, language: nil, number: 1))
        #expect(selection.selects(.audio, language: "de", number: 2))
        #expect(selection.selects(.audio, language: "de-CH", number: 2))
        #expect(!selection.selects(.audio, language: "en", number: 2))
        #expect(!selection.selects(.audio, language: nil, number: 2))
        #expect(selection.selects(.audio, language: nil, number: 9))
        #expect(selection.selects(.text, language: nil, number: 3))
        #expect(!selection.selects(.text, language: "en", number: 3))
    }

    @Test(arguments: [("deu", "de"), ("ger", "de"), ("de", "deu"), ("DE", "de"), ("zho-Hant", "zh-hant-TW")])
    func twoAndThreeLetterCodesMatch(range: String, tag: String) throws {
        let selection = try TrackSelection(option: OptionNode("audio:\(range)"))
        #expect(selection.selects(.audio, language: tag, number: 1))
    }

    @Test func languageRangeMatchesWholeSubtags() throws {
        let selection = try TrackSelection(option: OptionNode("audio:de-AT"))
        #expect(!selection.selects(.audio, language: "de", number: 1))
        #expect(!selection.selects(.audio, language: "de-ATX", number: 1))
    }

    @Test func excludedKindsAreNotSelected() throws {
        let selection = try TrackSelection(option: OptionNode("all except audio"))
        #expect(!selection.selects(.audio) && selection.selects(.video))
        #expect(!selection.selects(.audio, language: "de", number: 2))
        #expect(selection.selects(.text, language: "de", number: 2))
        #expect(TrackSelection.all.excluding([.audio]) == selection)
    }

    @Test func preselectionByKindKeepsNumberedSelections() throws {
        let selection = try TrackSelection(option: OptionNode("video,3"))
        #expect(selection.selects(.audio) && selection.selects(.video))
        #expect(try !TrackSelection(option: OptionNode("video,audio:de")).selects(.text))
    }
}
