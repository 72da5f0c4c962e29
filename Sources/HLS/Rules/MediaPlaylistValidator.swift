import Media

/// What a media playlist promises of its own numbers, seen while it is read and checked at its end.
///
/// Players read on where such a promise is broken: what the playlist means is clear (RFC 8216bis 6.3).
struct MediaPlaylistValidator {
    /// The longest segment in whole seconds, rounded as EXT-X-TARGETDURATION rounds, and where it stands.
    private var longest: (seconds: Int64, line: PlaylistLine)?
    private var longestPart: (duration: MediaTime, problem: PlaylistProblem)?
    private var firstDateRange: PlaylistLine?
    private var hasDate = false
    private var dateRanges: [String: DateRange] = [:]
    private var hints: [PreloadHint.Kind: Int] = [:]
    private var partInf: PlaylistLine?
    private var control: (line: PlaylistLine, value: ServerControl)?
    private var lastHint: PlaylistLine?

    mutating func record(duration: MediaTime, _ line: PlaylistLine) {
        let scale = Int64(duration.timescale)
        let seconds = duration.value / scale + (duration.value % scale >= scale - duration.value % scale ? 1 : 0)
        if longest.map({ $0.seconds < seconds }) ?? true { longest = (seconds, line) }
    }

    /// The longest segment in whole seconds; 0 without one.
    var longestSegment: Int { longest.map { Int($0.seconds) } ?? 0 }

    mutating func record(date: DateTime) { hasDate = true }

    mutating func record(part: PartialSegment, _ attributes: AttributeList) {
        guard longestPart.map({ $0.duration < part.duration }) ?? true else { return }
        longestPart = (
            part.duration, attributes.problem("the part is longer than PART-TARGET promises", at: "DURATION")
        )
    }

    mutating func record(
        dateRange: DateRange, _ line: PlaylistLine, _ context: ReadingContext
    ) throws(PlaylistProblem) {
        firstDateRange = firstDateRange ?? line
        if let other = dateRanges[dateRange.id], !other.agrees(with: dateRange) {
            try context.reportInconsistency(
                line.problem("EXT-X-DATERANGE with the ID '\(dateRange.id)' said something else before"))
        }
        dateRanges[dateRange.id] = dateRange
    }

    mutating func record(partTarget: PlaylistLine) { partInf = partTarget }
    mutating func record(control value: ServerControl, _ line: PlaylistLine) { control = (line, value) }

    mutating func record(hint: PreloadHint, _ line: PlaylistLine, _ context: ReadingContext) throws(PlaylistProblem) {
        lastHint = line
        hints[hint.kind, default: 0] += 1
        if hints[hint.kind] == 2 {
            try context.reportInconsistency(line.problem("a second EXT-X-PRELOAD-HINT of this TYPE"))
        }
    }

    /// What can be said only when all is known.
    func finish(_ playlist: MediaPlaylist, _ context: ReadingContext) throws(PlaylistProblem) {
        if let longest, longest.seconds > playlist.targetDuration {
            try context.reportInconsistency(
                longest.line.problem(
                    "the segment is longer than EXT-X-TARGETDURATION: \(longest.seconds) s when rounded, and "
                        + "\(playlist.targetDuration) s is promised"))
        }
        if let longestPart, let target = playlist.partTarget, longestPart.duration > target {
            try context.reportInconsistency(longestPart.problem)
        }
        // A delta update leaves dates out with the segments that it skips.
        if let firstDateRange, !hasDate, playlist.skip == nil {
            try context.reportInconsistency(
                firstDateRange.problem("EXT-X-DATERANGE needs an EXT-X-PROGRAM-DATE-TIME in the playlist"))
        }
        if let lastHint, playlist.hasEndList {
            try context.reportInconsistency(
                lastHint.problem("nothing comes after EXT-X-ENDLIST that could be hinted at"))
        }
        try validateServerControl(playlist, context)
    }

    /// RFC 8216bis 4.4.3.8.
    private func validateServerControl(_ playlist: MediaPlaylist, _ context: ReadingContext) throws(PlaylistProblem) {
        let target = MediaTime.seconds(Int64(playlist.targetDuration))
        if let partInf, control?.value.partHoldBack == nil {
            try context.reportInconsistency(
                partInf.problem("EXT-X-PART-INF needs PART-HOLD-BACK in EXT-X-SERVER-CONTROL"))
        }
        guard let (line, value) = control else { return }
        if let partTarget = playlist.partTarget, let distance = value.partHoldBack, distance < partTarget * 2 {
            try context.reportInconsistency(line.problem("PART-HOLD-BACK is two part targets at least"))
        }
        if let distance = value.holdBack, distance < target * 3 {
            try context.reportInconsistency(line.problem("HOLD-BACK is three target durations at least"))
        }
        if let distance = value.canSkipUntil, distance < target * 6 {
            try context.reportInconsistency(line.problem("CAN-SKIP-UNTIL is six target durations at least"))
        }
    }
}

extension DateRange {
    /// Whether two tags of one ID have the same value for each attribute that both have (RFC 8216bis 4.4.5.1).
    fileprivate func agrees(with other: DateRange) -> Bool {
        func isSame<Value: Equatable>(_ path: KeyPath<DateRange, Value?>) -> Bool {
            guard let one = self[keyPath: path], let two = other[keyPath: path] else { return true }
            return one == two
        }
        let values = Dictionary(other.clientAttributes.map { ($0.name, $0.value) }) { first, _ in first }
        return isSame(\.rangeClass) && isSame(\.startDate) && isSame(\.endDate) && isSame(\.duration)
            && isSame(\.plannedDuration) && isSame(\.scte35Command) && isSame(\.scte35Out) && isSame(\.scte35In)
            && clientAttributes.allSatisfy { values[$0.name].map { [value = $0.value] in $0 == value } ?? true }
    }
}
