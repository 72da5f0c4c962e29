import Media

/// Checks each state of a media playlist against those before it, as a player that reloads it would see them.
///
/// The rules are those of RFC 8216bis 6.2.1 and 6.2.2: what may change, by how much, and what never.
package struct PlaylistHistory: Sendable {
    /// A rule that a reload breaks.
    package struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The clause of RFC 8216bis.
        package var clause: String
        /// What is wrong: lower case, no full stop.
        package var message: String
        package var description: String { "\(message) (RFC 8216bis \(clause))" }
    }

    /// The newest state.
    package private(set) var last: MediaPlaylist?
    /// How often it has changed.
    package private(set) var changeCount = 0
    /// Whether it has once listed three target durations.
    private var wasLongEnough = false

    package init() {}

    /// Looks at a state, which may be the same as before, and says what is wrong with it.
    package mutating func add(_ playlist: MediaPlaylist) -> [Violation] {
        defer {
            if playlist != last { changeCount += 1 }
            last = playlist
            wasLongEnough = wasLongEnough || playlist.duration >= .seconds(Int64(playlist.targetDuration) * 3)
        }
        var violations = Violations()
        checkAlone(playlist, &violations)
        guard let last, last != playlist else { return violations.all }
        violations.expect(!last.hasEndList, "4.4.3.4", "the playlist changes after EXT-X-ENDLIST")
        violations.expect(
            last.targetDuration == playlist.targetDuration, "6.2.1",
            "EXT-X-TARGETDURATION changes from \(last.targetDuration) to \(playlist.targetDuration)")
        violations.expect(last.type == playlist.type, "6.2.1", "EXT-X-PLAYLIST-TYPE changes")
        checkNumbers(from: last, to: playlist, &violations)
        return violations.all
    }

    private func checkAlone(_ playlist: MediaPlaylist, _ violations: inout Violations) {
        for segment in playlist.segments
        where !TargetDuration(seconds: playlist.targetDuration).allows(segment.duration) {
            violations.add("4.4.3.1", "\(segment.uri) lasts \(segment.duration), more than the target duration")
        }
        if wasLongEnough, !playlist.hasEndList, playlist.type == nil, !playlist.isIFramesOnly {
            violations.expect(
                playlist.duration >= .seconds(Int64(playlist.targetDuration) * 3), "6.2.2",
                "the playlist lists \(playlist.duration), less than three target durations")
        }
    }

    private func checkNumbers(
        from last: MediaPlaylist, to playlist: MediaPlaylist, _ violations: inout Violations
    ) {
        let removed = playlist.mediaSequence - last.mediaSequence
        guard removed >= 0 else {
            return violations.add(
                "6.2.2", "EXT-X-MEDIA-SEQUENCE goes back from \(last.mediaSequence) to \(playlist.mediaSequence)")
        }
        violations.expect(removed == 0 || playlist.type == nil, "4.4.3.5", "a segment of an EVENT or VOD playlist goes")
        let end = last.mediaSequence + last.segments.count
        violations.expect(
            playlist.mediaSequence + playlist.segments.count >= end, "6.2.1", "segments at the end are taken back")
        checkDiscontinuities(from: last, to: playlist, removed: removed, &violations)
        for (before, after) in zip(last.segments.dropFirst(removed), playlist.segments) where !before.allows(after) {
            violations.add("6.2.1", "\(before.uri) changes after it was published: \(before) became \(after)")
        }
    }

    private func checkDiscontinuities(
        from last: MediaPlaylist, to playlist: MediaPlaylist, removed: Int, _ violations: inout Violations
    ) {
        guard let before = last.discontinuitySequence, let after = playlist.discontinuitySequence else {
            return violations.expect(
                !playlist.segments.contains { $0.isDiscontinuity }, "4.4.3.3", "EXT-X-DISCONTINUITY-SEQUENCE is missing"
            )
        }
        let gone = last.segments.prefix(removed).count { $0.isDiscontinuity }
        // What came and went between two looks is not known.
        let isExact = removed <= last.segments.count
        violations.expect(
            isExact ? after == before + gone : after >= before + gone, "6.2.2",
            "EXT-X-DISCONTINUITY-SEQUENCE goes from \(before) to \(after) while \(gone) discontinuities leave")
    }
}

/// Violations as they are found.
private struct Violations {
    var all: [PlaylistHistory.Violation] = []

    mutating func add(_ clause: String, _ message: String) {
        all.append(PlaylistHistory.Violation(clause: clause, message: message))
    }

    mutating func expect(_ isRight: Bool, _ clause: String, _ message: @autoclosure () -> String) {
        if !isRight { add(clause, message()) }
    }
}

extension MediaSegment {
    /// Whether a later state may have this segment so: it may only turn out to be missing, and let go of its parts.
    fileprivate func allows(_ later: MediaSegment) -> Bool {
        var same = later
        if !isGap { same.isGap = false }
        if same.parts.isEmpty { same.parts = parts }
        return same == self
    }
}
