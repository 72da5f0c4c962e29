import Testing

@testable import Media

/// WebVTT files, parsed like players parse them.
@Suite struct WebVTTFileTests {
    private func read(_ text: String) throws -> TimedTextFile { try TimedTextFile(Array(text.utf8)) }

    @Test func cuesHaveIdentifiersTimesSettingsAndText() throws {
        let file = try read(
            """
            WEBVTT - a film

            intro
            00:01.000 --> 00:02.500 line:0 align:start
            <i>Hello</i> &amp; welcome
            to it

            100:00:00.000\t-->  100:00:01.000
            Late
            """)
        #expect(
            file.cues == [
                WebVTTCue(
                    start: 1000, end: 2500, identifier: "intro", settings: "line:0 align:start",
                    payload: "<i>Hello</i> &amp; welcome\nto it"),
                WebVTTCue(start: 360_000_000, end: 360_001_000, payload: "Late"),
            ])
        #expect(file.problems.isEmpty && file.header.isEmpty)
    }

    @Test func stylesRegionsAndCommentsBeforeTheCuesArePreserved() throws {
        let file = try read(
            "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n"
                + "NOTE by hand\n\n00:01.000 --> 00:02.000 region:a\nText\n\nNOTE between\n\n00:03.000 --> 00:04.000\nMore\n"
        )
        #expect(file.header == "STYLE\n::cue { color: red }\n\nREGION\nid:a\n\nNOTE by hand")
        #expect(file.cues.map(\.payload) == ["Text", "More"])
        #expect(file.problems.isEmpty)
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func allLineEndingsAreSupported(ending: String) throws {
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\nOne\nTwo\n\n00:02.000 --> 00:03.000\nThree"
        let file = try read(text.replacing("\n", with: ending))
        #expect(file.cues.map(\.payload) == ["One\nTwo", "Three"])
    }

    @Test func cuesAreSortedByStart() throws {
        let file = try read(
            "WEBVTT\n\n00:05.000 --> 00:06.000\nB\n\n00:01.000 --> 00:09.000\nA\n\n00:05.000 --> 00:06.000\nC\n")
        #expect(file.cues.map(\.payload) == ["A", "B", "C"])
    }

    @Test func invalidBlocksAreReportedWithTheirLine() throws {
        let file = try read(
            """
            WEBVTT

            00:01.000 --> 00:02
            Cut off

            00:03.000 --> 00:02.000
            Backwards

            Only text

            00:04.000 --> 00:05.000
            Good
            00:05.000 --> 00:06.000
            Follows without an empty line

            STYLE
            ::cue {}
            """)
        #expect(file.cues.map(\.payload) == ["Good", "Follows without an empty line"])
        #expect(file.problems.map(\.line) == [3, 6, 9, 16])
    }

    @Test func fileWithoutSignatureIsRejected() throws {
        for text in ["WEBVTTX\n\n00:01.000 --> 00:02.000\nA", "", "\n WEBVTT\n"] {
            let failure = #expect(throws: TimedTextFile.Failure.self) {
                try TimedTextFile(Array(text.utf8), syntax: .webVTT)
            }
            #expect(failure?.line == 1 && failure?.message.contains("'WEBVTT'") == true)
        }
    }

    @Test func invalidTimesAreRejected() {
        let good: [(String, Int64)] = [("00:00.000", 0), ("59:59.999", 3_599_999), ("01:00:00.001", 3_600_001)]
        for (text, milliseconds) in good {
            #expect(CueTiming("\(text) --> 999:00:00.000", isLenient: false)?.start == milliseconds)
            if milliseconds > 3_599_999 {
                #expect(String(describing: WebVTTTime(milliseconds)) == text)
            }
        }
        for text in [
            "0:00.000", "00:60.000", "00:00,000", "00:00.00", "1.000", "", "-00:01.000", "0000000000:00:00.000",
        ] {
            #expect(CueTiming("\(text) --> 00:02.000", isLenient: false) == nil, "\(text)")
        }
        #expect(CueTiming("00:00.000 --> 00:01.000x", isLenient: false) == nil)
    }

    @Test func cueIsReadBackFromItsBox() throws {
        let cue = WebVTTCue(start: 5, end: 9, identifier: "a", settings: "line:0", payload: "Text\nmore")
        #expect(WebVTTCue(box: ByteSlice(copying: cue.box), start: 5, end: 9) == cue)
        #expect(cue.text(shiftedBy: 1000) == "a\n00:00:01.005 --> 00:00:01.009 line:0\nText\nmore\n\n")
        #expect(WebVTTCue(box: ByteSlice(copying: [0, 0, 0, 8] + Array("vtte".utf8)), start: 0, end: 1) == nil)
    }

    @Test func textThatWouldEndACueIsEscaped() {
        #expect(WebVTTPayload.cleaned("a\n\n\r\nb --> c\n") == "a\nb --&gt; c")
    }
}
