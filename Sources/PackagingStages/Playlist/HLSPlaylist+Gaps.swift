import HLS
import Media
import PublicationJournal
import StageKit

// Events of gaps: each gap of a playlist has one at its start, with the cause, and one at its end.
extension HLSPlaylist {
    /// Reports the start or the end of a gap.
    mutating func reportGap(_ segment: Segment, at position: Int, _ effects: inout Effects<Resource>) {
        let (id, isGap) = (segment.rendition.id, segment.kind == .gap || segment.part?.isGap == true)
        let (start, end) = (segment.report.start, segment.report.start + segment.report.ownDuration)
        guard isGap else {
            // A segment may begin with parts that are gaps; it is complete with its last part.
            guard let gap = openGaps[id], start >= gap.end, segment.report.leading != nil else { return }
            openGaps[id] = nil
            effects.reportNote(
                "gap-ended",
                "rendition '\(id)' continues at \(Self.seconds(start)) after a gap of \(Self.seconds(gap.end - gap.start))"
            )
            return
        }
        if var gap = openGaps[id] {
            gap.end = max(gap.end, end)
            openGaps[id] = gap
            return
        }
        openGaps[id] = RenditionGap(start: start, end: end)
        // Segments are offset from the source, for example for audio priming.
        let lost = segment.sourceStart ?? start
        let causes = effects.losses.causes(from: lost, until: lost + (end - start))
        let message = "rendition '\(id)' has a gap (EXT-X-GAP) from \(Self.seconds(start)): "
        if causes.isEmpty {
            effects.reportWarning(
                "gap",
                message + "the source sent no media for this time; lost packets, damage or a jump of its timestamps")
        } else {
            effects.reportNote("gap", message + causes.joined(separator: "; "))
        }
    }

    /// Reports the segments of an earlier run that are listed as gaps.
    func reportGaps(of saved: SavedRendition, as id: String, _ effects: inout Effects<Resource>) {
        let gaps = saved.segments.filter(\.entry.isGap)
        guard !gaps.isEmpty else { return }
        let duration = gaps.reduce(MediaTime.zero) { $0 + $1.entry.duration }
        effects.reportNote(
            "gap",
            "rendition '\(id)' continues with \(gaps.count) segments of the earlier run that are gaps (EXT-X-GAP), "
                + "\(Self.seconds(duration)): the run ended before they were complete, or their files are missing")
    }

    private static func seconds(_ time: MediaTime) -> String { "\(time.decimal(places: 1)) s" }
}
