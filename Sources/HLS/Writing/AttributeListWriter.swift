import Media

/// Renders the attribute list of a tag (RFC 8216bis 4.2).
struct AttributeListWriter: CustomStringConvertible {
    private(set) var description = ""

    /// Adds a number or a keyword.
    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
        if !description.isEmpty { description += "," }
        description += "\(name)=\(value)"
    }

    /// Adds a quoted string; contained quotes are replaced by apostrophes.
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

    /// Adds a quoted, comma-separated list unless it is empty.
    mutating func add(_ name: String, list: [some CustomStringConvertible]) {
        if !list.isEmpty { add(name, quoted: list.map(\.description).joined(separator: ",")) }
    }

    /// Adds a quoted, tab-separated list.
    mutating func add(_ name: String, tabbed list: [String]) {
        let clean = list.map { PlaylistWriter.withoutLineBreaks($0).map { $0 == "\"" ? "'" : $0 } }
        add(name, "\"" + clean.map { String($0) }.joined(separator: "\t") + "\"")
    }

    /// Adds YES if the flag is set.
    mutating func add(_ name: String, flag: Bool) {
        if flag { add(name, "YES") }
    }

    /// Adds a number of seconds.
    mutating func add(_ name: String, seconds: MediaTime?) {
        if let seconds { add(name, seconds.playlistSeconds) }
    }

    /// Adds bytes as hexadecimal digits.
    mutating func add(_ name: String, bytes: [UInt8]?) {
        if let bytes { add(name, "0x" + bytes.hexadecimal(uppercase: true)) }
    }

    /// Adds unknown attributes unchanged.
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
    /// Seconds with the necessary decimals, up to nine.
    var playlistSeconds: String { decimal(places: 9, trimmed: true) }

    /// The value of EXTINF: six decimals, or nine if six are inexact.
    var playlistDuration: String {
        guard timescale > 1_000_000, !isIndefinite else { return decimal(places: PublishedTimeline.decimalPlaces) }
        let isExact = rescaled(to: PublishedTimeline.unitsPerSecond) == self
        if isExact || rescaled(to: 1_000_000_000) != self { return decimal(places: PublishedTimeline.decimalPlaces) }
        return decimal(places: 9, trimmed: true)
    }
}
