/// Where something is wrong.
package struct FindingPlace: Sendable, Hashable, Codable {
    /// The playlist or the media file, as it was named or relative to what was named.
    package var file: String
    /// The playlist that lists a media file; nil for playlists and for what no segment is named of.
    package var playlist: String?
    /// From 1.
    package var line: Int?
    /// From the beginning of the file.
    package var byteOffset: Int?
    /// Media sequence numbers, the first and the last.
    package var firstSegment: Int?
    package var lastSegment: Int?
    /// Of a moving picture or a live stream: how many seconds after its beginning.
    package var seconds: Double?

    package init(
        _ file: String, playlist: String? = nil, line: Int? = nil, byteOffset: Int? = nil, segment: Int? = nil,
        seconds: Double? = nil
    ) {
        self.file = file
        self.playlist = playlist
        self.line = line
        self.byteOffset = byteOffset
        firstSegment = segment
        lastSegment = segment
        self.seconds = seconds
    }

    /// Whether it names no place inside its file.
    var isWholeFile: Bool { line == nil && byteOffset == nil && firstSegment == nil && seconds == nil }
}

/// One way in which one rule is broken, perhaps in a run of segments.
package struct Finding: Sendable, Hashable {
    /// What is known of the rule.
    package var facts: RuleFacts
    package var level: RuleLevel
    /// The first place, with the whole run of segments.
    package var place: FindingPlace
    /// How many findings were folded into this one.
    package var count = 1
    /// What would be right: lower case, no full stop.
    package var expected: String
    /// What is there, at the first place.
    package var found: String

    /// The rule's identity.
    package var rule: String { facts.id }

    /// Whether another finding tells of another file as a whole what this one tells of its own.
    func isEquivalent(to other: Finding) -> Bool {
        place.isWholeFile && other.place.isWholeFile && level == other.level && facts.id == other.facts.id
            && expected == other.expected && found == other.found
    }

    /// Takes in a finding that goes on where this one ends; false where it does not.
    mutating func fold(_ next: Finding) -> Bool {
        // Segments that follow each other are often files of their own.
        let isSameFile = place.file == next.place.file || place.line == nil && next.place.line == nil
        guard facts.id == next.facts.id, level == next.level, isSameFile,
            let last = place.lastSegment, let first = next.place.firstSegment, first == last || first - 1 == last
        else { return false }
        place.lastSegment = next.place.lastSegment
        count += next.count
        return true
    }
}
