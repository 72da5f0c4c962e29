/// Numbers in file names.
enum FileNumber {
    /// The number after `prefix`, up to the first dot; nil for other names.
    static func read(_ name: String, prefix: String) -> Int? {
        guard name.hasPrefix(prefix) else { return nil }
        let digits = name.dropFirst(prefix.count).prefix { $0 != "." }
        guard !digits.isEmpty, digits.utf8.count <= 17, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    /// 1 for `word.mp4`, or the number in `word-2.mp4`; nil for other names.
    static func read(_ name: String, first word: String) -> Int? {
        name.hasPrefix(word + ".") ? 1 : read(name, prefix: word + "-")
    }
}
