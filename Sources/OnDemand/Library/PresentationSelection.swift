package import HLS
package import Media
package import StageKit

/// A part of a presentation that a request selects: a range of time, and tracks.
package struct PresentationSelection: Sendable, Hashable, CustomStringConvertible {
    /// The start, presented from the last sync sample at or before it; nil for the start of the presentation.
    package private(set) var start: MediaTime?
    /// The end, up to the first sync sample at or after it; nil for the end of the presentation.
    package private(set) var end: MediaTime?
    /// The start and the end of a window of an archive, presented in whole segments; nil for the start and the end of
    /// the archive.
    package private(set) var from: DateTime?
    package private(set) var to: DateTime?
    /// The tracks; nil for all.
    package private(set) var tracks: TrackSelection?

    /// The reason why a selection is invalid: lower case, without a full stop.
    package struct Problem: Error, Hashable {
        package let message: String

        package init(message: String) { self.message = message }
    }

    /// The names of the fields, in the order of the text.
    package static let names = ["start", "end", "from", "to", "tracks"]
    /// The number of digits of a time before and after its decimal point.
    private static let digits = (whole: 1...6, fraction: 1...3)

    package init() {}

    /// Creates the selection with these fields; other names are ignored. Throws for values that are invalid or repeated.
    package init(_ fields: [(name: String, value: String)]) throws(Problem) {
        for (name, value) in fields where Self.names.contains(name) {
            switch name {
            case "start":
                guard start == nil else { throw Problem(message: "duplicate start") }
                start = try Self.time(value, name)
            case "end":
                guard end == nil else { throw Problem(message: "duplicate end") }
                end = try Self.time(value, name)
            case "from":
                guard from == nil else { throw Problem(message: "duplicate from") }
                from = try Self.date(value, name)
            case "to":
                guard to == nil else { throw Problem(message: "duplicate to") }
                to = try Self.date(value, name)
            default:
                guard tracks == nil else { throw Problem(message: "duplicate tracks") }
                guard let selection = try? TrackSelection(option: OptionNode(value)), value.utf8.count <= 200 else {
                    throw Problem(message: "tracks: '\(value)' is no selection such as audio or video,audio:de")
                }
                tracks = selection == .all ? nil : selection
            }
        }
        if start == .zero { start = nil }
        if let from, let to, to.milliseconds <= from.milliseconds { throw Problem(message: "to must be after from") }
        guard !isDated || start == nil && end == nil else {
            throw Problem(message: "from and to select by date, start and end by position; use one of both")
        }
        guard let end, end <= start ?? .zero else { return }
        throw Problem(message: "end must be after start")
    }

    /// Whether a window of an archive is selected.
    package var isDated: Bool { from != nil || to != nil }

    /// Parses a date, in UTC.
    private static func date(_ text: String, _ name: String) throws(Problem) -> DateTime {
        // An unescaped plus sign is a space in queries.
        guard text.utf8.count <= 40, let date = DateTime(text.replacing(" ", with: "+")) else {
            throw Problem(message: "\(name): '\(text.prefix(40))' is no date such as 2026-11-24T16:00:00Z")
        }
        return DateTime(milliseconds: date.milliseconds)
    }

    /// Parses a time in seconds, such as `90` or `12.5`.
    private static func time(_ text: String, _ name: String) throws(Problem) -> MediaTime {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard isNumber, (1...2).contains(parts.count), digits.whole.contains(parts[0].utf8.count),
            parts.count == 1 || digits.fraction.contains(parts[1].utf8.count), let whole = Int64(parts[0])
        else { throw Problem(message: "\(name): '\(text)' is no time in seconds, such as 90 or 12.5") }
        let fraction = parts.count == 2 ? String((parts[1] + "00").prefix(3)) : "0"
        return .milliseconds(whole * 1000 + (Int64(fraction) ?? 0))
    }

    /// The selected range of time without the tracks; nil without one.
    var range: PresentationSelection? {
        guard start != nil || end != nil else { return nil }
        var range = self
        range.tracks = nil
        return range
    }

    /// Whether everything is selected.
    package var isEmpty: Bool { self == PresentationSelection() }

    /// The fields in a path segment, the same for equal selections: `start=12.5;tracks=audio`.
    package var description: String {
        var fields: [String] = []
        if let start { fields.append("start=\(Self.text(start))") }
        if let end { fields.append("end=\(Self.text(end))") }
        if let from { fields.append("from=\(from.shortDescription)") }
        if let to { fields.append("to=\(to.shortDescription)") }
        if let tracks { fields.append("tracks=\(tracks.optionText)") }
        return fields.joined(separator: ";")
    }

    private static func text(_ time: MediaTime) -> String {
        let milliseconds = time.ticks(at: 1000)
        let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(fraction)"
    }

    /// Parses the text of a selection; nil unless it is the description of one.
    package init?(text: some StringProtocol) {
        var fields: [(name: String, value: String)] = []
        for field in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            fields.append((String(pair[0]), String(pair[1])))
        }
        guard let selection = try? PresentationSelection(fields), selection.description == text else { return nil }
        self = selection
    }
}
