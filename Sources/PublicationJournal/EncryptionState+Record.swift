import Media

// The record of a rendition's encryption, as kept in a journal for a later run.
extension RecordText {
    mutating func add(_ state: EncryptionState) {
        add("key-period", state.period)
        add("key-period-start", state.periodStart)
        add("key-period-segments", state.periodSegmentCount)
        add("key-ids", state.keyIdentifiers.map(Self.hexadecimal).joined(separator: " "))
        if !state.nextVectors.isEmpty {
            add("next-vectors", state.nextVectors.map { String($0, radix: 16) }.joined(separator: " "))
        }
    }

    /// The state; nil for clear media, and if it is invalid.
    var encryption: EncryptionState? {
        guard let period = count("key-period"), let start = time("key-period-start"),
            let segments = count("key-period-segments")
        else { return nil }
        let identifiers = words("key-ids").map(Self.bytes)
        let vectors = words("next-vectors").map { UInt64($0, radix: 16) }
        // Without the vectors, a run could repeat one of them.
        guard identifiers.allSatisfy({ $0?.count == 16 }), vectors.allSatisfy({ $0 != nil }) else { return nil }
        return EncryptionState(
            period: period, periodStart: start, periodSegmentCount: segments,
            keyIdentifiers: identifiers.compactMap { $0 }, nextVectors: vectors.compactMap { $0 })
    }

    private func words(_ word: String) -> [Substring] { values[word]?.split(separator: " ") ?? [] }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
