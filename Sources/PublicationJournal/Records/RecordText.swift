import Media

/// Lines with a key and a value, then optional sections separated by empty lines: the text format of playlist records
/// in a journal.
struct RecordText {
    private(set) var values: [String: String] = [:]
    private(set) var sections: [String] = []
    private var lines = ""

    init() {}

    init(_ bytes: [UInt8]) {
        var parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n")[...]
        for line in parts.popFirst()?.split(separator: "\n") ?? [] {
            let word = line.prefix { $0 != " " }
            values[String(word)] = String(line.dropFirst(word.count + 1))
        }
        sections = Array(parts)
    }

    /// Adds a value. It must not contain line breaks.
    mutating func add(_ word: String, _ value: some CustomStringConvertible) { lines += "\(word) \(value)\n" }
    mutating func add(_ word: String, _ time: MediaTime) { add(word, "\(time.value)/\(time.timescale)") }
    /// Adds a section. It must not contain empty lines.
    mutating func add(section: String) { lines += "\n" + section }

    var bytes: [UInt8] { Array(lines.utf8) }

    /// The non-negative integer stored under `word`; nil if it is missing or above `Int.max / 4`, so that sums cannot
    /// overflow.
    func count(_ word: String) -> Int? {
        values[word].flatMap { Int($0) }.flatMap { (0...Int.max / 4).contains($0) ? $0 : nil }
    }
    func time(_ word: String) -> MediaTime? {
        guard let parts = values[word]?.split(separator: "/"), parts.count == 2, let value = Int64(parts[0]),
            let timescale = Int32(parts[1]), timescale > 0, value.magnitude < 1 << 62
        else { return nil }
        return MediaTime(value: value, timescale: timescale)
    }
    func flag(_ word: String) -> Bool { values[word] == "true" }
}

extension String {
    /// The substrings between occurrences of `separator`.
    fileprivate func components(separatedBy separator: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            pieces.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return pieces + [String(rest)]
    }
}
