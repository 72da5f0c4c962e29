/// The edit distance of two words.
enum EditDistance {
    /// Returns the minimum number of characters to insert, remove or replace; words are limited to 80 characters.
    static func between(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(80)), Array(right.prefix(80)))
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var previous = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = previous + (character == other ? 0 : 1)
                previous = row[column + 1]
                row[column + 1] = min(replaced, previous + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
