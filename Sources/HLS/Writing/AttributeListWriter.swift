import Media

/// The value of a tag that has attributes (RFC 8216bis 4.2).
struct AttributeListWriter: CustomStringConvertible {
    private(set) var description = ""

    /// A number or an enumerated word.
    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
        if !description.isEmpty { description += "," }
        description += "\(name)=\(value)"
    }

    /// A quoted string; it cannot hold quotes, so that a single one stands in for each.
    mutating func add(_ name: String, quoted value: String) {
        let clean = PlaylistWriter.withoutLineBreaks(value)
        add(name, "\"" + String(clean.map { $0 == "\"" ? "'" : $0 }) + "\"")
    }

    mutating func add(_ name: String, quoted value: String?) {
        if let value { add(name, quoted: value) }
    }

    mutating func add(_ name: String, _ value: (some CustomStringConvertible)?) {
        if let value { add(name, value) }
    }

    /// A quoted list between commas; nothing where it is empty.
    mutating func add(_ name: String, list: [some CustomStringConvertible]) {
        if !list.isEmpty { add(name, quoted: list.map(\.description).joined(separator: ",")) }
    }

    /// A quoted list between tabs.
    mutating func add(_ name: String, tabbed list: [String]) {
        let clean = list.map { PlaylistWriter.withoutLineBreaks($0).map { $0 == "\"" ? "'" : $0 } }
        add(name, "\"" + clean.map { String($0) }.joined(separator: "\t") + "\"")
    }

    /// YES, or nothing.
    mutating func add(_ name: String, flag: Bool) {
        if flag { add(name, "YES") }
    }

    /// A number of seconds.
    mutating func add(_ name: String, seconds: MediaTime?) {
        if let seconds { add(name, seconds.playlistSeconds) }
    }

    /// Bytes as hexadecimal digits.
    mutating func add(_ name: String, bytes: [UInt8]?) {
        guard let bytes else { return }
        var digits = "0x"
        for byte in bytes { digits += (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
        add(name, digits)
    }

    /// What was not understood, as it came.
    mutating func add(_ unknown: [UnknownAttribute]) {
        for attribute in unknown {
            if attribute.isQuoted {
                add(attribute.name, quoted: attribute.value)
            } else {
                add(attribute.name, PlaylistWriter.withoutLineBreaks(attribute.value))
            }
        }
    }
}

extension MediaTime {
    /// Seconds with as many decimals as are needed, up to nine.
    var playlistSeconds: String { decimal(places: 9, trimmed: true) }

    /// What EXTINF says: six decimals, or nine where only these are exact.
    var playlistDuration: String {
        guard timescale > 1_000_000, !isIndefinite else { return decimal(places: PublishedTimeline.decimalPlaces) }
        let isExact = rescaled(to: PublishedTimeline.unitsPerSecond) == self
        if isExact || rescaled(to: 1_000_000_000) != self { return decimal(places: PublishedTimeline.decimalPlaces) }
        return decimal(places: 9, trimmed: true)
    }
}
