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

    /// Reports the segments before the first one that are listed as gaps: those of an earlier run, and the last `lost`,
    /// which a reload has lost.
    func reportGaps(
        of saved: SavedRendition, lost: Int, at position: Int, _ effects: inout Effects<Resource>
    ) {
        let id = renditions[position].rendition.id
        let gaps = saved.segments.dropLast(lost).filter(\.entry.isGap)
        if !gaps.isEmpty, !renditions[position].continuesMedia {
            effects.reportNote(
                "gap",
                "rendition '\(id)' continues with \(gaps.count) segments of the earlier run that are gaps (EXT-X-GAP), "
                    + "\(Self.duration(gaps)): the run ended before they were complete, or their files are missing")
        }
        guard lost > 0 else { return }
        effects.reportNote(
            "gap",
            "rendition '\(id)' has a gap (EXT-X-GAP) of \(lost) segments, \(Self.duration(saved.segments.suffix(lost))): "
                + "they were complete while a reload replaced the playlists")
    }

    private static func duration(_ segments: some Sequence<ListedSegment>) -> String {
        seconds(segments.reduce(MediaTime.zero) { $0 + $1.entry.duration })
    }

    private static func seconds(_ time: MediaTime) -> String { "\(time.decimal(places: 1)) s" }
}
