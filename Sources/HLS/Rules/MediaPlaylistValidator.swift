import Media

/// Validates the consistency of a media playlist's declarations, collected during parsing, at its end.
///
/// Inconsistencies become warnings for players, since the meaning of the playlist is clear (RFC 8216bis 6.3).
struct MediaPlaylistValidator {
    /// The longest segment in seconds, rounded as for EXT-X-TARGETDURATION, and its line.
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

    /// The duration of the longest segment in rounded seconds; 0 without segments.
    var longestSegment: Int { longest.map { Int($0.seconds) } ?? 0 }

    mutating func record(date: DateTime) { hasDate = true }

    mutating func record(part: PartialSegment, _ attributes: AttributeList) {
        guard longestPart.map({ $0.duration < part.duration }) ?? true else { return }
        longestPart = (
            part.duration, attributes.problem("the part is longer than PART-TARGET", at: "DURATION")
        )
    }

    mutating func record(
        dateRange: DateRange, _ line: PlaylistLine, _ context: ReadingContext
    ) throws(PlaylistProblem) {
        firstDateRange = firstDateRange ?? line
        if let other = dateRanges[dateRange.id], !other.agrees(with: dateRange) {
            try context.reportInconsistency(
                line.problem("\(DateRangeTag.name) contradicts an earlier one with the ID '\(dateRange.id)'"))
        }
        dateRanges[dateRange.id] = dateRange
    }

    mutating func record(partTarget: PlaylistLine) { partInf = partTarget }
    mutating func record(control value: ServerControl, _ line: PlaylistLine) { control = (line, value) }

    mutating func record(hint: PreloadHint, _ line: PlaylistLine, _ context: ReadingContext) throws(PlaylistProblem) {
        lastHint = line
        hints[hint.kind, default: 0] += 1
        if hints[hint.kind] == 2 {
            try context.reportInconsistency(line.problem("duplicate \(PreloadHintTag.name) of this TYPE"))
        }
    }

    /// Reports problems that are only evident at the end of the playlist.
    func finish(_ playlist: MediaPlaylist, _ context: ReadingContext) throws(PlaylistProblem) {
        if let longest, longest.seconds > playlist.targetDuration {
            try context.reportInconsistency(
                longest.line.problem(
                    "the segment is longer than \(TargetDurationTag.name): \(longest.seconds) s rounded, declared "
                        + "\(playlist.targetDuration) s"))
        }
        if let longestPart, let target = playlist.partTarget, longestPart.duration > target {
            try context.reportInconsistency(longestPart.problem)
        }
        // A delta update omits dates together with the segments that it skips.
        if let firstDateRange, !hasDate, playlist.skip == nil {
            try context.reportInconsistency(
                firstDateRange.problem("\(DateRangeTag.name) requires an \(ProgramDateTimeTag.name) in the playlist"))
        }
        if let lastHint, playlist.hasEndList {
            try context.reportInconsistency(
                lastHint.problem("\(PreloadHintTag.name) in a playlist with \(EndListTag.name)"))
        }
        try validateServerControl(playlist, context)
    }

    /// Validates EXT-X-SERVER-CONTROL (RFC 8216bis 4.4.3.8).
    private func validateServerControl(_ playlist: MediaPlaylist, _ context: ReadingContext) throws(PlaylistProblem) {
        let target = MediaTime.seconds(Int64(playlist.targetDuration))
        if let partInf, control?.value.partHoldBack == nil {
            try context.reportInconsistency(
                partInf.problem("\(PartInfTag.name) requires PART-HOLD-BACK in \(ServerControlTag.name)"))
        }
        guard let (line, value) = control else { return }
        if let partTarget = playlist.partTarget, let distance = value.partHoldBack, distance < partTarget * 2 {
            try context.reportInconsistency(line.problem("PART-HOLD-BACK must be at least two part targets"))
        }
        if let distance = value.holdBack, distance < target * 3 {
            try context.reportInconsistency(line.problem("HOLD-BACK must be at least three target durations"))
        }
        if let distance = value.canSkipUntil, distance < target * 6 {
            try context.reportInconsistency(line.problem("CAN-SKIP-UNTIL must be at least six target durations"))
        }
    }
}

extension DateRange {
    /// Whether two tags with the same ID agree in all attributes that both contain (RFC 8216bis 4.4.5.1).
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
