/// Shifts the times of TTML documents.
package enum TTMLTimeShift {
    /// Returns the document with all times later by `shift` milliseconds; nil if times have another form than clock
    /// times, seconds or milliseconds, or occur outside the body.
    ///
    /// Only the times of the outermost timed elements change, because nested times are relative to them (TTML2 12.1).
    /// Shifting the `begin` of the body alone would be equivalent, but simple readers only evaluate paragraphs.
    package static func shifted(_ document: String, by shift: Int64) -> String? {
        let bytes = Array(document.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 1024)
        var copied = 0
        // For each open element from the body inwards: whether it has times.
        var open: [Bool] = []
        var scanner = MarkupScanner(bytes)
        while let tag = scanner.next() {
            guard !open.isEmpty || tag.localName == "body" && !tag.isEnd else {
                // Regions may have times, but they are rare enough to be unsupported.
                if tag["begin"] != nil { return nil }
                continue
            }
            if tag.isEnd {
                open.removeLast()
                continue
            }
            if let container = tag["timeContainer"], bytes[container].elementsEqual("seq".utf8) { return nil }
            let isTimed = tag["begin"] != nil || tag["end"] != nil
            if isTimed, !open.contains(true) {
                guard let edits = edits(of: tag, in: bytes, shift) else { return nil }
                for (range, text) in edits {
                    result += bytes[copied..<range.lowerBound] + Array(text.utf8)
                    copied = range.upperBound
                }
            }
            if !tag.isEmpty {
                guard open.count < maximumDepth else { return nil }
                open.append(isTimed)
            }
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// The maximum depth of elements in the body.
    private static let maximumDepth = 64

    /// The replacements that shift the tag's times, in document order. An element with an end only gets a `begin`,
    /// because it implicitly begins at zero.
    private static func edits(
        of tag: MarkupScanner.Tag, in bytes: [UInt8], _ shift: Int64
    ) -> [(range: Range<Int>, text: String)]? {
        var edits: [(range: Range<Int>, text: String)] = []
        for range in [tag["begin"], tag["end"]].compactMap({ $0 }) {
            guard let time = milliseconds(String(decoding: bytes[range], as: UTF8.self)) else { return nil }
            edits.append((range, "\(WebVTTTime(time &+ shift))"))
        }
        if tag["begin"] == nil { edits.append((tag.nameEnd..<tag.nameEnd, " begin=\"\(WebVTTTime(shift))\"")) }
        return edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Parses a clock time with an optional fraction, or a number of seconds or milliseconds.
    private static func milliseconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 32 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 {
            guard parts[0].count >= 2, parts[0].count <= 4, parts[1].count == 2, let hours = integer(parts[0]),
                let minutes = integer(parts[1]), let seconds = decimal(parts[2]), minutes < 60, seconds < 61
            else { return nil }
            return (hours * 3600 + minutes * 60) * 1000 + Int64((seconds * 1000).rounded())
        }
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = decimal(text.dropLast(isMilliseconds ? 2 : 1)), number < 1e9 else {
            return nil
        }
        return Int64((number * (isMilliseconds ? 1 : 1000)).rounded())
    }

    private static func integer(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }

    private static func decimal(_ text: Substring) -> Double? {
        text.utf8.first.map { (0x30...0x39).contains($0) } == true
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e } ? Double(text) : nil
    }
}
