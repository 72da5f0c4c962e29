/// Suggests names for misspelled ones.
public enum SpellingSuggestion {
    /// Returns the candidate with the smallest edit distance, or nil when none is close enough to be a spelling
    /// mistake.
    public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        closest(to: word, among: candidates, limit: max(1, word.count / 3))
    }

    /// Returns the candidate with the smallest edit distance up to `limit`; nil if there is none.
    package static func closest(
        to word: String, among candidates: some Sequence<String>, limit: Int
    ) -> String? {
        candidates.lazy.filter { abs($0.utf8.count - word.utf8.count) <= 4 * limit }
            .map { (name: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= limit }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// Returns the Levenshtein distance, with a transposition of two adjacent characters counted as one edit.
    static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
        var before: [Int] = []
        var above = Array(0...second.count)
        for (i, left) in first.enumerated() {
            var row = [i + 1]
            for (j, right) in second.enumerated() {
                var best = min(above[j] + (left == right ? 0 : 1), row[j] + 1, above[j + 1] + 1)
                if i > 0, j > 0, left == second[j - 1], first[i - 1] == right { best = min(best, before[j - 1] + 1) }
                row.append(best)
            }
            (before, above) = (above, row)
        }
        return above[second.count]
    }
}
