import Media
import Testing

/// Writing and time-shifting TTML documents.
@Suite struct TimedTextMarkupTests {
    private func paragraph(_ payload: String, settings: String = "") -> String {
        let cue = WebVTTCue(start: 1000, end: 2500, settings: settings, payload: payload)
        let document = String(
            decoding: IMSCWriter.document([cue], shiftedBy: 10_000, language: "en"), as: UTF8.self)
        return document.split(separator: "\n").first { $0.hasPrefix("<p ") }.map(String.init) ?? ""
    }

    @Test func cuesBecomeParagraphs() {
        let table = [
            ("a\nb", "a<br/>b"),
            (
                "<i>a</i> &amp; <b>b",
                "<span tts:fontStyle=\"italic\">a</span> &amp; <span tts:fontWeight=\"bold\">b</span>"
            ),
            ("<v Ann>hi</v> <00:00:01.500>there", "hi there"), ("1 &lt; 2 &nbsp;\u{1}", "1 &lt; 2 \u{a0}"),
            ("a & \"b\"</i>", "a &amp; &quot;b&quot;"),
            ("<i><b>x</i></b>", "<span tts:fontStyle=\"italic\"><span tts:fontWeight=\"bold\">x</span></span>"),
            ("<unclosed", ""),
        ]
        for (payload, content) in table {
            #expect(
                paragraph(payload)
                    == "<p xml:space=\"preserve\" region=\"bottom\" begin=\"00:00:11.000\" end=\"00:00:12.500\">\(content)</p>",
                "\(payload)")
        }
    }

    @Test func topLinesAreInTheTopRegion() {
        let table = [
            ("line:0", true), ("line:10%,start", true), ("line:-1", false), ("line:90%", false), ("align:left", false),
            ("line:x", false),
        ]
        for (settings, isAtTop) in table {
            #expect(paragraph("x", settings: settings).contains("region=\"top\"") == isAtTop, "\(settings)")
        }
    }

    @Test func maliciousDocumentsTakeLittleTime() {
        for piece in ["<a", "<a \"", "<body \"<", "<body a='", "<body begin", " ", "<body>"] {
            let document = "<body>" + String(repeating: piece, count: 20_000)
            _ = TTMLTimeShift.shifted(document, by: 1)
        }
        #expect(TTMLTimeShift.shifted(String(repeating: "<body>", count: 100), by: 1) == nil, "too deep")
    }

    @Test func outermostTimesAreShifted() {
        let table: [(String, String?)] = [
            (
                "<tt><body><div><p begin=\"1s\" end=\"00:00:02.5\"><span begin=\"1s\"/></p><p>a</p></div></body></tt>",
                "<tt><body><div><p begin=\"00:00:11.000\" end=\"00:00:12.500\"><span begin=\"1s\"/></p><p>a</p></div></body></tt>"
            ),
            (
                "<tt:body a='>' begin='500ms'><tt:p begin='1s'/></tt:body>",
                "<tt:body a='>' begin='00:00:10.500'><tt:p begin='1s'/></tt:body>"
            ),
            (
                "<body><p end=\"1s\"/><p begin=\"2s\"/></body>",
                "<body><p begin=\"00:00:10.000\" end=\"00:00:11.000\"/><p begin=\"00:00:12.000\"/></body>"
            ),
            ("<tt><!-- <p> --><body xml:begin=\"1s\"/></tt>", "<tt><!-- <p> --><body xml:begin=\"1s\"/></tt>"),
            ("<bodyguard begun=\"1s\">", "<bodyguard begun=\"1s\">"),
            ("<body begin=\"00:00:01:12\">", nil), ("<body begin=\"20f\">", nil), ("<body timeContainer=\"seq\">", nil),
            ("<head><region begin=\"1s\"/></head><body/>", nil),
            ("<body></p></body></x></body>", "<body></p></body></x></body>"),
        ]
        for (document, moved) in table {
            #expect(TTMLTimeShift.shifted(document, by: 10_000) == moved, "\(document)")
        }
    }
}
