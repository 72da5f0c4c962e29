import Testing

@testable import PipelineFile

/// Parameters in GStreamer launch descriptions.
@Suite struct LaunchEscaperTests {
    private func inserted(_ value: String, after text: String, isLast: Bool = true) throws -> String {
        var quoting = LaunchEscaper()
        quoting.advance(text)
        return try quoting.inserted(value, isLast: isLast)
    }

    @Test(arguments: ["udpsrc uri=", "udpsrc uri = ", "a ! udpsrc name=x uri=", "udpsrc uri=\"", "udpsrc uri='a "])
    func insertedPropertyValueCannotEndEarly(text: String) throws {
        #expect(
            try inserted("a b ! filesink location='x' \"\\y", after: text).contains(
                "a\\ b\\ \\!\\ filesink\\ location="))
        #expect(try inserted("srt://127.0.0.1:7000?mode=listener", after: text) == "srt://127.0.0.1:7000?mode=listener")
    }

    @Test(arguments: ["", "udpsrc ", "udpsrc ! ", "video/x-raw,width=", "udpsrc uri=x ", "udpsrc uri=\"a b\" "])
    func otherPositionsAcceptOnlyPlainWords(text: String) throws {
        #expect(try inserted("h264parse", after: text) == "h264parse")
        for value in ["a ! b", "a b", "a=b", "320,height=2", "a\\", "\"", "(x)"] {
            #expect(throws: LaunchEscaper.Rejection.self, "\(value)") { try inserted(value, after: text) }
        }
    }

    @Test func unquotableValuesAreRejected() {
        #expect(throws: LaunchEscaper.Rejection.self) { try inserted("a\nb", after: "udpsrc uri=") }
        #expect(throws: LaunchEscaper.Rejection.self) { try inserted("a\\", after: "udpsrc uri=\"") }
    }

    @Test func emptyValueDoesNotConsumeNextWord() throws {
        #expect(try inserted("", after: "udpsrc uri=") == "\"\"")
        #expect(try inserted("", after: "udpsrc uri=", isLast: false).isEmpty)
    }

    @Test func onlyCompleteDescriptionIsInsertedUnescaped() {
        #expect(LaunchEscaper.isWhole(ParameterText.pieces(of: " ${launch}\n")))
        #expect(!LaunchEscaper.isWhole(ParameterText.pieces(of: "${launch} ! tsdemux")))
        #expect(!LaunchEscaper.isWhole(ParameterText.pieces(of: "${a}${b}")))
    }
}
