/// The timing line of a cue: `00:01.000 --> 00:02.500 line:0`.
struct CueTiming {
    /// In milliseconds, as `end` is.
    var start: Int64
    var end: Int64
    /// The cue settings after the times.
    var settings: String

    /// Parses a timing line, by WebVTT's syntax or, with `isLenient`, as SubRip files have it: a comma or a full stop
    /// before the milliseconds, one to three fraction digits, and perhaps a minus sign. nil for other lines.
    init?(_ line: String, isLenient: Bool) {
        var scanner = Scanner(bytes: Array(line.utf8)[...])
        scanner.skipSpaces()
        guard let start = scanner.time(isLenient: isLenient) else { return nil }
        scanner.skipSpaces()
        guard scanner.skip("-->") else { return nil }
        scanner.skipSpaces()
        guard let end = scanner.time(isLenient: isLenient) else { return nil }
        guard let next = scanner.bytes.first else {
            (self.start, self.end, settings) = (start, end, "")
            return
        }
        guard next == 0x20 || next == 0x09 else { return nil }
        (self.start, self.end) = (start, end)
        settings = String(decoding: scanner.bytes, as: UTF8.self).trimmed
    }

    private struct Scanner {
        var bytes: ArraySlice<UInt8>

        mutating func skipSpaces() { bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 } }

        mutating func skip(_ text: String) -> Bool {
            guard bytes.starts(with: text.utf8) else { return false }
            bytes = bytes.dropFirst(text.utf8.count)
            return true
        }

        /// Reads one to nine digits. The limit keeps the sums within 64 bits.
        private mutating func number() -> (value: Int64, digits: Int)? {
            let digits = bytes.prefix { (0x30...0x39).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            bytes = bytes.dropFirst(digits.count)
            return (digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }, digits.count)
        }

        mutating func time(isLenient: Bool) -> Int64? {
            if isLenient, skip("-") { return time(isLenient: true).map { -$0 } }
            var fields: [(value: Int64, digits: Int)] = []
            repeat {
                guard let field = number() else { return nil }
                fields.append(field)
            } while fields.count < 3 && skip(":")
            guard fields.count >= 2 else { return nil }
            let isExact = fields.suffix(2).allSatisfy { $0.digits == 2 }
            guard isExact || isLenient, fields.suffix(2).allSatisfy({ $0.value < 60 }) else { return nil }
            guard isExact || fields.suffix(2).allSatisfy({ $0.digits <= 2 }) else { return nil }
            guard skip(".") || isLenient && skip(","), let fraction = number() else { return nil }
            guard fraction.digits == 3 || isLenient && fraction.digits < 3 else { return nil }
            let milliseconds = fraction.value * [100, 10, 1][fraction.digits - 1]
            return fields.reduce(0) { $0 * 60 + $1.value } * 1000 + milliseconds
        }
    }
}
