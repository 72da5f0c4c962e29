import AssetDownloading
import ScriptedOrigin
import Testing

@Suite struct RegularPatternTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "abcd", false), ("abc", "xabc", false), ("", "", true), ("a*", "", true),
        ("a*", "aaaa", true), ("a+", "", false), ("a?b", "b", true), ("a?b", "aab", false), ("a{3}", "aaa", true),
        ("a{3}", "aa", false), ("a{2,}", "aaaaa", true), ("a{2,}", "a", false), ("a{2,3}", "aaaa", false),
        ("a{0}b", "b", true), ("a|bc|", "bc", true), ("a|bc|", "", true), ("(a|b)c", "bc", true),
        ("(?:ab)+", "ababab", true), ("(?:ab)+", "aba", false), ("[a-c]+", "abcabc", true), ("[^a-c]", "b", false),
        ("[^a-c]", "d", true), ("[]a]+", "]a]", true), ("[a-]+", "a-a", true), ("[\\\\d.]+", "1.2", true),
        ("\\\\d+", "123", true), ("\\\\D", "1", false), ("\\\\w+", "a_1", true), ("\\\\s\\\\S", " x", true),
        (".*", "anything", true), ("^a$", "a", true), ("a^b", "ab", false), ("\\\\.\\\\*", ".*", true),
        ("((a|b)*c)+", "abcbac", true), ("((a|b)*c)+", "abcba", false), ("a*?b", "aab", true), ("ü+", "üü", true),
        ("(a*)*", "aaa", true), ("(|a)+", "aa", true), ("(?!b).*", "ab", true), ("(?!b).*", "ba", false),
        ("(a|b)\\\\1", "bb", true), ("(a|b)\\\\1", "ab", false),
    ])
    func aPatternFitsWholeTexts(pattern: String, text: String, expected: Bool) throws {
        let predicate = try VariantPredicate(format: "'\(text)' MATCHES '\(pattern)'")
        let variant = try TalkPlaylist.presentation().variants[0]
        #expect(predicate.evaluate(with: variant) == expected)
    }

    @Test(arguments: [
        ("*", "", true), ("a*c", "abbc", true), ("a*c", "abb", false), ("?", "", false), ("?", "é", true),
        ("*a*b*c*", "xxaxxbxxc", true), ("*a*b*c*", "xxaxxcxxb", false), ("a\\\\*", "a*", true),
        ("a\\\\*", "ab", false),
    ])
    func wildcardsFitWholeTexts(pattern: String, text: String, expected: Bool) throws {
        let predicate = try VariantPredicate(format: "'\(text)' LIKE '\(pattern)'")
        #expect(predicate.evaluate(with: try TalkPlaylist.presentation().variants[0]) == expected)
    }

    @Test(arguments: [
        ("HDR_.", "hdr_x", true), ("[A-Z]+", "abc", true), ("\\\\D", "a", true), ("[^a]", "A", false), ("É", "é", true),
    ])
    func caseDoesNotMatterWithTheOption(pattern: String, text: String, expected: Bool) throws {
        let predicate = try VariantPredicate(format: "'\(text)' MATCHES[c] '\(pattern)'")
        #expect(predicate.evaluate(with: try TalkPlaylist.presentation().variants[0]) == expected)
    }
}
