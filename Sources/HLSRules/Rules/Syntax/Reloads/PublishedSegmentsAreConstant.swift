import HLS
import Media

/// R16: published segments do not change.
package struct PublishedSegmentsAreConstant: ReloadRule {
    package static let facts = RuleFacts(
        "R16", "Published segments keep their URI, byte range, duration, map, keys, date and position", .must,
        clause: "RFC 8216bis 6.2.1", kinds: [.reload],
        consequence: "players play different content depending on when they loaded the playlist")

    /// The tolerance for servers that recompute dates and round them differently, in milliseconds.
    private static let dateTolerance: Int64 = 100

    private var last: ScannedPlaylist?

    package init() {}

    package mutating func process(_ observation: PlaylistObservation, _ findings: inout RuleFindings) {
        let now = observation.playlist.text
        defer { last = now }
        guard let last, let begin = last.segments.first?.sequence else { return }
        // R11 reports numbers that do not match the URIs.
        if let pair = SegmentOverlap(last.segments, now.segments).first,
            pair.before.sequence != pair.after.sequence
        {
            return
        }
        validateNew(observation.playlist, after: last, &findings)
        for segment in now.segments {
            let index = segment.sequence - begin
            guard last.segments.indices.contains(index) else { continue }
            guard let change = Self.change(last.segments[index], last, segment, now) else { continue }
            findings.add(
                observation.playlist.place(segment), expected: "\(change.before), unchanged", found: change.after)
        }
        guard let end = now.segments.last, let before = last.segments.last, end.sequence < before.sequence,
            end.sequence >= begin, (now.integer(.mediaSequence) ?? 0) >= (last.integer(.mediaSequence) ?? 0)
        else { return }
        findings.add(
            observation.playlist.place(end), expected: "segments up to number \(before.sequence), as before",
            found: "segments up to number \(end.sequence)")
    }

    /// A new segment is not an earlier one, and starts with a discontinuity if its parts did.
    private func validateNew(
        _ playlist: CheckedPlaylist, after last: ScannedPlaylist, _ findings: inout RuleFindings
    ) {
        let known = Set(last.segments.filter { !$0.isGap }.map(\.name))
        for segment in playlist.text.segments where segment.sequence >= last.upcomingSequence && !segment.isGap {
            if known.contains(segment.name) {
                findings.add(
                    playlist.place(segment), expected: "a new segment",
                    found: "\(segment.name), which was listed before")
            }
        }
        guard !last.upcomingParts.isEmpty,
            let segment = playlist.text.segments.first(where: { $0.sequence == last.upcomingSequence })
        else { return }
        let hadDiscontinuity = last.lines[last.tail...].contains { $0.tag == .discontinuity }
        guard segment.isDiscontinuity != hadDiscontinuity else { return }
        findings.add(
            playlist.place(segment),
            expected: hadDiscontinuity
                ? "EXT-X-DISCONTINUITY, as before its parts" : "no EXT-X-DISCONTINUITY, as before its parts",
            found: hadDiscontinuity ? "none" : "EXT-X-DISCONTINUITY")
    }

    private static func change(
        _ before: ScannedSegment, _ last: ScannedPlaylist, _ after: ScannedSegment, _ now: ScannedPlaylist
    ) -> (before: String, after: String)? {
        if before.name != after.name { return (before.name, after.name) }
        if let one = before.duration, let two = after.duration, one != two {
            return ("EXTINF:\(one.decimal(places: 6))", "EXTINF:\(two.decimal(places: 6))")
        }
        if before.isGap, !after.isGap { return ("a gap", "no gap") }
        let (oldMap, newMap) = (last.text(before.map, "URI"), now.text(after.map, "URI"))
        if oldMap != newMap { return ("the map \(oldMap)", newMap) }
        let (oldKeys, newKeys) = (before.keys.map { last.text($0, "URI") }, after.keys.map { now.text($0, "URI") })
        if oldKeys != newKeys { return ("the keys \(oldKeys)", "\(newKeys)") }
        if let one = before.programDateTime, let two = after.programDateTime,
            abs(one.milliseconds &- two.milliseconds) > dateTolerance
        {
            return ("\(one)", "\(two)")
        }
        return nil
    }
}

extension ScannedPlaylist {
    /// Returns an attribute of a line without its query, for comparison and messages.
    fileprivate func text(_ place: Int?, _ name: String) -> String {
        let value = place.flatMap { lines.indices.contains($0) ? lines[$0].attributes?.text(name) : nil }
        return value.map { String($0.prefix { $0 != "?" }) } ?? "none"
    }
}
