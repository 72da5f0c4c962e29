import Testing

@testable import Media

/// Subtitle files other than plain WebVTT and SubRip.
@Suite struct OtherSubtitleFileTests {
    private func read(_ text: String, likely: TimedTextFile.Syntax? = nil) throws -> TimedTextFile {
        try TimedTextFile(Array(text.utf8), likely: likely)
    }

    @Test func eventsOfAdvancedSubStationAlphaAreCues() throws {
        let file = try read(
            """
            [Script Info]
            ScriptType: v4.00+

            [V4+ Styles]
            Format: Name, Fontname
            Style: Default,Arial

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,not shown
            Dialogue: 0,0:00:01.50,0:00:03.00,Default,,0,0,0,,{\\an8}Hello, {\\i1}you{\\i0}\\Nthere & here
            Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}drawn
            Dialogue: 0,0:00:06.00,0:00:05.00,Default,,0,0,0,,Backwards
            Dialogue: 0,bad,0:00:07.00,Default,,0,0,0,,Invalid

            """)
        #expect(
            file.cues == [
                WebVTTCue(
                    start: 1500, end: 3000, settings: "line:0", payload: "Hello, <i>you</i>\nthere &amp; here"),
                WebVTTCue(start: 4000, end: 5000, payload: "drawn"),
            ])
        #expect(file.problems.map(\.line) == [13, 14])
        let block = "1,0,Default,,0,0,0,,{\\b1}A{\\b0}, b"
        let text = try #require(SubStationAlphaParser.text(ofMatroskaBlock: block))
        #expect(SubStationAlphaParser.converted(text).payload == "<b>A</b>, b")
        #expect(SubStationAlphaParser.text(ofMatroskaBlock: "1,2,3") == nil)
    }

    @Test(
        arguments: [
            (#"<p begin="00:00:01.500" end="00:00:03">A &amp; B<br/>C</p>"#, [1500, 3000], "A &amp; B\nC"),
            (#"<p begin="1.5s" dur="1500ms"><span tts:fontStyle="italic">A</span></p>"#, [1500, 3000], "<i>A</i>"),
            (#"<p begin="00:00:01:10" end="00:00:02:00">A</p>"#, [1400, 2000], "A"),
            (#"<div begin="10s"><p begin="1s" end="2s">A</p></div>"#, [11_000, 12_000], "A"),
            (#"<p><span begin="1s" end="2s">A</span></p>"#, [1000, 2000], "A"),
            (#"<p begin="15t" end="20t">A   B</p>"#, [1500, 2000], "A B"),
        ] as [(String, [Int64], String)])
    func paragraphsOfTTMLAreCues(_ body: String, _ times: [Int64], _ payload: String) throws {
        let file = try read(
            #"<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" "#
                + #"xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:frameRate="25" ttp:tickRate="10"><head/><body>"#
                + body + "</body></tt>")
        #expect(file.cues.map(\.payload) == [payload])
        #expect(file.cues.first.map { [$0.start, $0.end] } == times)
    }

    @Test func webVTTWithoutASignatureIsReadByItsName() throws {
        let text = "00:01.000 --> 00:02.000 line:0\n<v Bob>Hello\n\n00:03,000 --> 00:04,500\nWith commas\n"
        let file = try read(text, likely: .webVTT)
        #expect(file.cues.map(\.payload) == ["<v Bob>Hello", "With commas"])
        #expect(file.cues.map(\.start) == [1000, 3000] && file.cues[0].settings == "line:0")
        #expect(file.problems.map(\.line) == [1])
        let commas = try read("WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nA\n")
        #expect(commas.cues.map(\.payload) == ["A"] && commas.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("-00:00:01,000 --> 00:00:02,000", [-1000, 2000]), ("00:01,500 --> 00:02,000", [1500, 2000]),
        ] as [(String, [Int64])])
    func timesOfShiftedSubRipFilesAreRead(_ line: String, _ times: [Int64]) throws {
        let file = try read("1\n\(line)\nA\n")
        #expect(file.cues.first.map { [$0.start, $0.end] } == times)
    }

    @Test(
        arguments: [
            ("a\\Nb\\nc\\hd", "a\nb\nc\u{a0}d"), ("it&#8217;s &#x201C;so&#x201D;", "it’s “so”"),
            ("&#60;b&#62; &#1; &#999999999;", "&lt;b&gt; &amp;#1; &amp;#999999999;"), ("C:\\x", "C:\\x"),
        ])
    func escapesOfSubRipAreConverted(_ text: String, _ payload: String) {
        #expect(SubRipMarkup.converted(text).payload == payload)
    }
}
