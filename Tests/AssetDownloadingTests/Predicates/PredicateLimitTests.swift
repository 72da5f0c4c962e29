import AssetDownloading
import ScriptedOrigin
import Testing

@Suite struct PredicateLimitTests {
    private func message(_ format: String) -> String? {
        #expect(throws: VariantPredicateError.self) { try VariantPredicate(format: format) }?.message
    }

    @Test func exceededLimitsAreReported() {
        let deep = String(repeating: "(", count: 4000) + "peakBitRate < 1" + String(repeating: ")", count: 4000)
        #expect(message(deep) == "nesting exceeds 50 levels")
        #expect(message(String(repeating: "NOT ", count: 2000) + "TRUEPREDICATE") == "nesting exceeds 50 levels")
        #expect(message(String(repeating: "-", count: 2000) + "1 < 2") == "nesting exceeds 50 levels")
        #expect(
            message("peakBitRate < 1" + String(repeating: "+1", count: 4000))
                == "the predicate has more than 500 operations")
        #expect(
            message("peakBitRate < 1" + String(repeating: " ", count: 10_000))
                == "the predicate has more than 10000 characters")
        let list = String(repeating: "1,", count: 1000) + "1"
        #expect(message("peakBitRate IN {\(list)}") == "a list has more than 1000 elements")
        #expect(
            message("url MATCHES '(((a{99}){99}){99}){99}'")
                == "at character 24 of the pattern: regular expression is too large")
        #expect(
            message("url MATCHES '" + String(repeating: "(", count: 60) + "'")
                == "at character 52 of the pattern: parentheses are too deeply nested")
    }

    /// In backtracking engines the time for such a text doubles with every character.
    @Test func aPatternThatInvitesTryingAgainCostsLittle() throws {
        let variants = try AssetPresentation(
            playlist: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n" + String(repeating: "a", count: 1000) + "!\n"
        ).variants
        let clock = ContinuousClock()
        for pattern in [
            "(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*(.*)*b", "((a*)*)*b", "(a?){50}a{50}b", "(a+)+[bc]", "(a|a)*[bc]",
            "(.*)*(.*)*[bc]", "(a*)*\\1[bc]", "(?R)", "(a|(?R))+[bc]", "(?=(a+))*+[bc]",
            "(?:a{500}){500}", "(*LIMIT_MATCH=4000000000)(a+)+[bc]",
        ] {
            let predicate = try VariantPredicate(format: "url MATCHES %@", pattern)
            var isMet = true
            #expect(clock.measure { isMet = predicate.evaluate(with: variants[0]) } < .seconds(20), "\(pattern)")
            #expect(!isMet)
        }
        let like = try VariantPredicate(format: "url LIKE %@", String(repeating: "*a", count: 500) + "*b")
        #expect(clock.measure { _ = like.evaluate(with: variants[0]) } < .seconds(20))
    }

    @Test(arguments: UInt64(1)...50)
    func randomTextNeverTraps(seed: UInt64) throws {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        func random(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        let words = [
            "peakBitRate", "badges", "videoAttributes.videoRange", "audioAttributes.formatIDs", "==", "<", "IN",
            "BETWEEN",
            "{", "}", "(", ")", ",", "AND", "OR", "NOT", "ANY", "ALL", "1", "2.5", "'a'", "'('", "MATCHES", "LIKE",
            "[c]", "-",
            "*", "**", "/", "PQ", "NULL", "%@", "%d", "%K", "sum:", "abs(", "\"", "\\", "9223372036854775807", "1e308",
            "é",
        ]
        let variants = try TalkPlaylist.wholeLadder().variants
        for _ in 0..<100 {
            let format = (0..<1 + random(12)).map { _ in words[random(words.count)] }.joined(separator: " ")
            let arguments: [any PredicateArgument] = (0..<random(3)).map { _ in
                random(2) == 0 ? PredicateValue.number(7) : .text("badges")
            }
            guard let predicate = try? VariantPredicate(format: format, argumentArray: arguments) else { continue }
            for variant in variants { _ = predicate.evaluate(with: variant) }
            #expect(!predicate.description.isEmpty)
        }
    }
}
