import AssetDownloading
import Testing

@Suite struct PredicateErrorTests {
    @Test(arguments: [
        ("", 1, "expected a condition, such as peakBitRate < 5000000"),
        ("peakBitRate", 1, "a number is not a condition; add a comparison, such as == or <"),
        ("peakBitRate <", 14, "expected a value, found the end"),
        ("peakBitRate < 'abc'", 15, "'peakBitRate' is a number, but this is text"),
        ("peakBitRate == PQ", 16, "'peakBitRate' is a number, but this is text"),
        ("videoAttributes.videoRange == 3", 31, "'videoAttributes.videoRange' is a video range, but this is a number"),
        ("videoAttributes.videoRange < PQ", 1, "a video range has no order; use == or !="),
        (
            "peakBitrate < 5", 1, "'peakBitrate' is not a property of a variant; did you mean 'peakBitRate'"
        ),
        (
            "videoRange == PQ", 1,
            "'videoRange' is not a property of a variant; did you mean 'videoAttributes.videoRange'"
        ),
        (
            "colour == 1", 1,
            "'colour' is not a property of a variant; available: peakBitRate, averageBitRate, badges, videoAttributes.videoRange and others"
        ),
        (
            "audioAttributes.formatIDs == 'alac'", 1,
            "this is a list; use ANY, ALL or NONE before the comparison, or IN or CONTAINS"
        ),
        ("ANY peakBitRate == 1", 5, "ANY requires a list, but this is a number"),
        ("ANY badges < 3", 14, "'badges' has text, but this is a number"),
        ("'4K' IN peakBitRate", 9, "expected a list or text, but this is a number"),
        ("3 IN badges", 1, "the list contains text, but this is a number"),
        ("peakBitRate BETWEEN 3", 21, "BETWEEN requires two numbers in braces, such as {1000000, 5000000}"),
        ("peakBitRate BETWEEN {1, 2, 3}", 21, "BETWEEN requires two numbers in braces, such as {1000000, 5000000}"),
        ("peakBitRate LIKE '3*'", 1, "LIKE compares text, but this is a number"),
        ("badges LIKE '4*'", 1, "LIKE compares text, but this is a list; use ANY, ALL or NONE to compare elements"),
        ("peakBitRate < 5 AND", 20, "expected a value, found the end"),
        ("peakBitRate < 5 6", 17, "a value is not allowed here; AND or OR combines conditions"),
        ("(peakBitRate < 5", 17, "expected ')' to close '('"),
        ("peakBitRate < 5)", 16, "')' is not allowed here; AND or OR combines conditions"),
        ("peakBitRate < (1 < 2)", 15, "expected a value, but this is a condition"),
        ("'a' + 1 == 2", 1, "arithmetic requires numbers, but this is text"),
        ("peakBitRate < 5 && 'x", 20, "missing closing '"),
        ("peakBitRate & 5", 13, "unexpected '&'; use '&&' for conjunction"),
        ("peakBitRate < $limit", 15, "unexpected '$'; variables are not supported"),
        ("peakBitRate < 5x", 15, "a number must have the form 5000000, 2.5 or 5e6"),
        ("peakBitRate < %s", 15, "a placeholder must be %@, %d, %u, %f or %K"),
        ("peakBitRate < %d", 15, "missing argument; 0 given"),
        ("url MATCHES '(a'", 13, "at character 3 of the pattern: missing closing parenthesis"),
        ("url MATCHES 'a*)'", 13, "at character 3 of the pattern: unmatched closing parenthesis"),
        ("url MATCHES '*'", 13, "at character 1 of the pattern: quantifier does not follow a repeatable item"),
        ("url MATCHES url", 13, "MATCHES requires a pattern as text"),
        ("url ==[x] 'a'", 8, "expected 'c' (case), 'd' (accents) or both in brackets"),
        ("peakBitRate <[c] 5", 14, "< compares numbers and has no options in brackets"),
        ("abs(badges) > 1", 5, "abs requires numbers, but this is a list"),
        ("abs(1, 2) > 1", 5, "abs requires one argument"),
        ("badges.@median == 1", 1, "unknown operator '@median'; available: @avg, @count, @max, @min, @sum"),
        ("peakBitRate.@max == 1", 1, "'peakBitRate' is not a list"),
        ("ANY badges", 11, "expected a comparison, such as == or <"),
    ])
    func problemsAreLocated(format: String, column: Int, message: String) {
        let error = #expect(throws: VariantPredicateError.self) { try VariantPredicate(format: format) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }

    @Test func caretIsBelowTheProblem() {
        let error = #expect(throws: VariantPredicateError.self) {
            try VariantPredicate(format: "videoAttributes.videoRange == PQ\n&& peakBitRate < 'fast'")
        }
        #expect(
            error?.description == """
                51: 'peakBitRate' is a number, but this is text
                videoAttributes.videoRange == PQ && peakBitRate < 'fast'
                                                                  ^
                """)
    }

    @Test func unsuitableArgumentsAreLocated() {
        func message(_ format: String, _ arguments: any PredicateArgument...) -> String? {
            let error = #expect(throws: VariantPredicateError.self) {
                try VariantPredicate(format: format, argumentArray: arguments)
            }
            return error.map { "\($0.column): \($0.message)" }
        }
        #expect(message("peakBitRate < %d", "x") == "15: the argument for %d must be a number, but this is text")
        #expect(message("peakBitRate < %@", VideoRange.pq) == "15: 'peakBitRate' is a number, but this is text")
        #expect(message("%K == 1", 1) == "1: the argument for %K must be a key path, but this is a number")
        #expect(
            message("%K == 1", "peakRate")
                == "1: 'peakRate' is not a property of a variant; did you mean 'peakBitRate'")
        #expect(message("peakBitRate < 5", 1) == "1: 1 arguments for 0 placeholders")
    }
}
