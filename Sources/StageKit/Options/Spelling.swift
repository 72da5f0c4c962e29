/// Finds the name that was probably meant.
public enum Spelling {
    /// The candidate with the smallest edit distance, when it is near enough to be a slip.
    public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        return candidates.lazy.filter { abs($0.utf8.count - word.utf8.count) <= 4 * limit }
            .map { (name: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= limit }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// Levenshtein's distance, with two letters in the wrong order as one slip.
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
