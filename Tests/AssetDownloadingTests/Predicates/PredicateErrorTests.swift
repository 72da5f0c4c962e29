import AssetDownloading
import Testing

@Suite struct PredicateErrorTests {
    @Test(arguments: [
        ("", 1, "a condition is wanted, such as peakBitRate < 5000000"),
        ("peakBitRate", 1, "a number is no condition: a comparison is wanted, such as == or <"),
        ("peakBitRate <", 14, "a value is wanted here, and not the end"),
        ("peakBitRate < 'abc'", 15, "'peakBitRate' is a number and this is text"),
        ("peakBitRate == PQ", 16, "'peakBitRate' is a number and this is text"),
        ("videoAttributes.videoRange == 3", 31, "'videoAttributes.videoRange' is a video range and this is a number"),
        ("videoAttributes.videoRange < PQ", 1, "a video range has no order; == or != is wanted"),
        (
            "peakBitrate < 5", 1, "'peakBitrate' is not a property of a variant; did you mean 'peakBitRate'"
        ),
        (
            "videoRange == PQ", 1,
            "'videoRange' is not a property of a variant; did you mean 'videoAttributes.videoRange'"
        ),
        (
            "colour == 1", 1,
            "'colour' is not a property of a variant; there are peakBitRate, averageBitRate, badges, videoAttributes.videoRange and more"
        ),
        (
            "audioAttributes.formatIDs == 'alac'", 1,
            "this is a list: put ANY, ALL or NONE before the comparison, or ask with IN or CONTAINS"
        ),
        ("ANY peakBitRate == 1", 5, "ANY asks a list, and this is a number"),
        ("ANY badges < 3", 14, "'badges' has text and this is a number"),
        ("'4K' IN peakBitRate", 9, "a list or text is wanted, and this is a number"),
        ("3 IN badges", 1, "the list has text, and this is a number"),
        ("peakBitRate BETWEEN 3", 21, "BETWEEN wants two numbers in braces, such as {1000000, 5000000}"),
        ("peakBitRate BETWEEN {1, 2, 3}", 21, "BETWEEN wants two numbers in braces, such as {1000000, 5000000}"),
        ("peakBitRate LIKE '3*'", 1, "LIKE compares text, and this is a number"),
        ("badges LIKE '4*'", 1, "LIKE compares text, and this is a list; ANY, ALL or NONE asks its elements"),
        ("peakBitRate < 5 AND", 20, "a value is wanted here, and not the end"),
        ("peakBitRate < 5 6", 17, "a value does not belong here; AND and OR join conditions"),
        ("(peakBitRate < 5", 17, "')' is wanted to close '('"),
        ("peakBitRate < 5)", 16, "')' does not belong here; AND and OR join conditions"),
        ("peakBitRate < (1 < 2)", 15, "a value is wanted here, and this is a condition"),
        ("'a' + 1 == 2", 1, "text cannot be calculated with"),
        ("peakBitRate < 5 && 'x", 20, "the text is not closed by '"),
        ("peakBitRate & 5", 13, "'&' does not belong here; '&&' joins conditions"),
        ("peakBitRate < $limit", 15, "'$' does not belong here; variables have no values here"),
        ("peakBitRate < 5x", 15, "a number looks like 5000000, 2.5 or 5e6"),
        ("peakBitRate < %s", 15, "an argument is %@, %d, %u, %f or %K"),
        ("peakBitRate < %d", 15, "there is no argument for this: 0 are given"),
        ("url MATCHES '(a'", 13, "at character 3 of the pattern: missing closing parenthesis"),
        ("url MATCHES 'a*)'", 13, "at character 3 of the pattern: unmatched closing parenthesis"),
        ("url MATCHES '*'", 13, "at character 1 of the pattern: quantifier does not follow a repeatable item"),
        ("url MATCHES url", 13, "MATCHES wants a pattern as text"),
        ("url ==[x] 'a'", 8, "'c' (case) or 'd' (accents) is wanted in brackets, or both"),
        ("peakBitRate <[c] 5", 14, "< compares numbers and takes no brackets"),
        ("abs(badges) > 1", 5, "abs takes numbers, and this is a list"),
        ("abs(1, 2) > 1", 5, "abs takes one value"),
        ("badges.@median == 1", 1, "'@median' is not known; there are @avg, @count, @max, @min, @sum"),
        ("peakBitRate.@max == 1", 1, "'peakBitRate' is no list"),
        ("ANY badges", 11, "a comparison is wanted here, such as == or <"),
    ])
    func problemsAreLocated(format: String, column: Int, message: String) {
        let error = #expect(throws: VariantPredicateError.self) { try VariantPredicate(format: format) }
        #expect(error?.message == message)
        #expect(error?.column == column)
    }

    @Test func theCaretStandsUnderTheProblem() {
        let error = #expect(throws: VariantPredicateError.self) {
            try VariantPredicate(format: "videoAttributes.videoRange == PQ\n&& peakBitRate < 'fast'")
        }
        #expect(
            error?.description == """
                51: 'peakBitRate' is a number and this is text
                videoAttributes.videoRange == PQ && peakBitRate < 'fast'
                                                                  ^
                """)
    }

    @Test func argumentsThatDoNotFitAreLocated() {
        func message(_ format: String, _ arguments: any PredicateArgument...) -> String? {
            let error = #expect(throws: VariantPredicateError.self) {
                try VariantPredicate(format: format, argumentArray: arguments)
            }
            return error.map { "\($0.column): \($0.message)" }
        }
        #expect(message("peakBitRate < %d", "x") == "15: the argument for %d is a number, and this is text")
        #expect(message("peakBitRate < %@", VideoRange.pq) == "15: 'peakBitRate' is a number and this is text")
        #expect(message("%K == 1", 1) == "1: the argument for %K is a key path as text, and this is a number")
        #expect(
            message("%K == 1", "peakRate")
                == "1: 'peakRate' is not a property of a variant; did you mean 'peakBitRate'")
        #expect(message("peakBitRate < 5", 1) == "1: there are 1 arguments and 0 places for them")
    }
}
