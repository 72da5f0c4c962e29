import Testing

@testable import Media

/// SubRip files as they occur in practice.
@Suite struct SubRipFileTests {
    private func read(_ text: String) throws -> TimedTextFile { try TimedTextFile(Array(text.utf8)) }

    @Test func cueNumbersAreNotText() throws {
        let file = try read(
            "1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\nthere\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n12\r\n")
        #expect(
            file.cues == [
                WebVTTCue(start: 1000, end: 2500, payload: "Hello\nthere"),
                WebVTTCue(start: 3000, end: 4000, payload: "12"),
            ])
        #expect(file.problems.isEmpty)
    }

    @Test func imperfectFilesAreRead() throws {
        let file = try read(
            """
            1
            0:00:01.5 --> 0:00:02,50 X1:100 X2:200
            An empty line

            in the text and an arrow --> here
            2

            00:00:03,000-->00:00:04,000
            No number, no space
            """)
        #expect(
            file.cues.map(\.payload) == [
                "An empty line\nin the text and an arrow --&gt; here\n2", "No number, no space",
            ])
        #expect(file.cues.map(\.start) == [1500, 3000] && file.cues.map(\.end) == [2500, 4000])
    }

    @Test func tagsAreConvertedToWebVTT() {
        let tags: [(String, String, String)] = [
            ("<i>a</i> <B>b</B>", "<i>a</i> <b>b</b>", ""),
            ("<font color=\"#ff0000\">red</font>", "red", ""),
            ("{\\an8}up", "up", "line:0"),
            ("{\\an1}{\\pos(1,2)}left", "left", "align:left position:0%"),
            ("a < b & c > d &amp; &x;", "a &lt; b &amp; c &gt; d &amp; &amp;x;", ""),
            ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;", ""),
            ("{\\unclosed <", "{\\unclosed &lt;", ""),
            ("{i}a{/i} {B}b{/B}", "<i>a</i> <b>b</b>", ""), ("{y:i}a {C:$0000FF}b", "a b", ""),
            ("{a} {x:y z} {1:2} {", "{a} {x:y z} {1:2} {", ""),
            ("&eacute;&Uuml;&yuml;&hellip;&#8217;&iexcl;", "éÜÿ…’¡", ""), ("&unknown; &;", "&amp;unknown; &amp;;", ""),
            ("a\\Nb\\hc", "a\nb\u{a0}c", ""),
        ]
        for (text, payload, settings) in tags {
            let converted = SubRipMarkup.converted(text)
            #expect(converted.payload == payload && converted.settings == settings, "\(text)")
        }
    }

    @Test func encodingsAreDetectedByByteOrderMarks() throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\nDéjà 😀\n"
        let units = Array(text.utf16)
        let files: [[UInt8]] = [
            [0xef, 0xbb, 0xbf] + text.utf8,
            [0xff, 0xfe] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
            [0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
        ]
        for file in files { #expect(try TimedTextFile(file).cues.map(\.payload) == ["Déjà 😀"]) }
    }

    @Test func otherEncodingIsRejectedWithItsLine() {
        let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\nD".utf8) + [0xe9] + Array("j\n".utf8)
        let failure = #expect(throws: TimedTextFile.Failure.self) { try TimedTextFile(bytes) }
        #expect(failure?.line == 3 && failure?.message.contains("UTF-8") == true)
    }

    @Test func otherFilesAreRejected() {
        let failure = #expect(throws: TimedTextFile.Failure.self) {
            try TimedTextFile(Array("just text\nand more".utf8))
        }
        #expect(failure?.line == 1 && failure?.message.contains("no cue found") == true)
    }

    @Test func limitsAreReported() {
        let long =
            "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "x", count: TimedTextFile.maximumCueSize + 1)
        let failure = #expect(throws: TimedTextFile.Failure.self) { try TimedTextFile(Array(long.utf8)) }
        #expect(failure?.line == 2 && failure?.message.contains("64 KiB") == true)
        let large = [UInt8](repeating: 0x0a, count: TimedTextFile.maximumSize + 1)
        let refusal = #expect(throws: TimedTextFile.Failure.self) { try TimedTextFile(large) }
        #expect(refusal?.message.contains("16 MiB") == true)
    }

    /// Fragments of files in any order neither trap nor hang, and every parsed cue can be written.
    @Test func damagedFilesAreReadOrRejected() throws {
        let pieces = [
            "WEBVTT", "\n", "\n\n", "\r", "00:01.000 --> 00:02.000", "00:00:01,000 --> 00:00:09,000", "-->", "1",
            "STYLE",
            "REGION", "NOTE", "<i>", "{\\an8}", "{\\", "&amp;", "&", "<", "text", "\u{feff}", "\0", "é", " ", "\t",
            "99999999999:00:00.000", "line:0",
        ]
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<500 {
            var bytes = (0..<next(60)).flatMap { _ in Array(pieces[next(pieces.count)].utf8) }
            if next(4) == 0, !bytes.isEmpty { bytes[next(bytes.count)] = UInt8(next(256)) }
            for syntax in [nil, TimedTextFile.Syntax.webVTT, .subRip] {
                guard let file = try? TimedTextFile(bytes, syntax: syntax) else { continue }
                var text = "WEBVTT\n\n"
                for cue in file.cues { text += cue.text(shiftedBy: 0) }
                #expect(try TimedTextFile(Array(text.utf8)).cues.count == file.cues.count)
            }
        }
    }
}
