import HLS
import Media
import PublicationJournal
import StageKit

// Changes between runs.
extension SavedPresentation {
    /// The highest media sequence number of the next segment among the renditions.
    var nextMediaSequence: Int { renditions.values.map(\.nextMediaSequence).max() ?? 0 }

    /// The state that a rendition continues. A new rendition, and one that returns with an empty playlist, starts with the
    /// numbers of the others.
    func rendition(_ id: String, _ published: PublishedNumbers?) -> SavedRendition? {
        if let rendition = renditions[id], !rendition.segments.isEmpty { return rendition }
        guard var other = renditions.values.max(by: { $0.nextMediaSequence < $1.nextMediaSequence }) else {
            return published?.rendition(id)
        }
        other.removeAll()
        var rendition = renditions[id] ?? SavedRendition(record: RenditionRecord())
        rendition.record.mediaSequence = max(rendition.record.mediaSequence, other.record.mediaSequence)
        rendition.record.discontinuitySequence = max(
            rendition.record.discontinuitySequence, other.record.discontinuitySequence)
        rendition.record.nextNumber = max(rendition.record.nextNumber, other.record.nextNumber)
        rendition.record.end = max(rendition.record.end, other.record.end)
        published?.raise(&rendition, id)
        return rendition
    }

    /// Raises all numbers to published ones and aligns the numbers of renditions with empty playlists.
    mutating func raise(to published: PublishedNumbers) {
        for id in renditions.keys {
            guard var rendition = renditions[id] else { continue }
            published.raise(&rendition, id)
            renditions[id] = rendition
        }
        guard renditions.values.allSatisfy({ $0.segments.isEmpty }) else { return }
        let (sequence, discontinuities) = (nextMediaSequence, nextDiscontinuitySequence)
        for id in renditions.keys {
            renditions[id]?.record.mediaSequence = sequence
            renditions[id]?.record.discontinuitySequence = discontinuities
        }
    }

    /// Whether a file has the name of a segment that no playlist has listed.
    func isUnused(_ path: String, _ layout: PlaylistLayout) -> Bool {
        let parts = path.split(separator: "/")
        guard parts.count == 2, let record = renditions[String(parts[0])]?.record,
            let number = FileNumber.read(String(parts[1]), prefix: layout.segmentPrefix)
        else { return false }
        // File names contain numbers from 1, `nextNumber` is from 0.
        return number > record.nextNumber
    }

    /// The records that differ from those of the earlier run: the counters, and the segments that became gaps.
    func records(_ paths: RecordPaths) -> [Resource] {
        renditions.sorted { $0.key < $1.key }.flatMap { id, rendition in
            let first = rendition.record.mediaSequence
            let gaps = rendition.segments.indices.filter { rendition.segments[$0].entry.isGap }.map { index in
                Resource.record(paths.segment(id, first + index), rendition.segments[index].recordBytes)
            }
            var counters = rendition.record
            counters.segmentCount = rendition.segments.count
            return gaps + [.record(paths.rendition(id), counters.bytes)]
        }
    }

    /// Removes all segments from the playlists and keeps the numbers.
    mutating func removeAll() {
        for id in renditions.keys { renditions[id]?.removeAll() }
    }

    /// Skips `count` numbers in every rendition.
    mutating func skip(_ count: Int) {
        for id in renditions.keys {
            renditions[id]?.record.mediaSequence += count
            renditions[id]?.record.iFrameMediaSequence += count
            renditions[id]?.record.nextNumber += count
        }
    }

    /// Marks segments whose files are missing as gaps.
    mutating func markMissing(in files: [String: Int]) {
        for id in renditions.keys { renditions[id]?.markMissing(in: files, folder: id) }
    }

    /// Removes initialization segments whose files are missing from the segments that name them.
    mutating func removeMissingInitializations(in files: [String: Int]) {
        for id in renditions.keys { renditions[id]?.removeMissingInitializations(in: files, folder: id) }
    }

    /// Discards initialization segments whose files are missing.
    mutating func discardMissingInitializations(in files: [String: Int], _ layout: PlaylistLayout) {
        for id in renditions.keys { renditions[id]?.discardMissingInitialization(in: files, folder: id, layout) }
    }

    /// Plans gaps for the segments that were open at the end of the run.
    mutating func planOpenGaps() {
        for id in renditions.keys { renditions[id]?.planOpenGap() }
    }

    /// Plans gaps in renditions that are behind the others, so that media sequence numbers match in all renditions.
    mutating func planMissingGaps(_ layout: PlaylistLayout) {
        guard let leader = renditions.values.max(by: { $0.nextMediaSequence < $1.nextMediaSequence }) else { return }
        for id in renditions.keys { renditions[id]?.planMissingGaps(beside: leader, layout) }
    }

    /// The latest end of a rendition with its pending gaps at their shortest, in media time.
    var endWithGaps: MediaTime {
        let ends = renditions.values.map { rendition in
            rendition.record.end + SavedRendition.shortestGap * Int64(rendition.pendingGaps.count)
        }
        return ends.max() ?? .zero
    }

    /// The earliest date of media time zero with which no segment is dated before the end of the listed ones; nil without
    /// dates. Dates are rounded to milliseconds.
    var earliestZero: WallTime? {
        let zeros = renditions.values.compactMap { rendition in
            rendition.endDate.map { $0 - rendition.record.end.duration }
        }
        return zeros.max().map { $0 + .milliseconds(1) }
    }

    /// The paths of all files that players may request.
    func requestableFiles(_ layout: PlaylistLayout, multivariant: String) -> Set<String> {
        renditions.keys.reduce(into: [multivariant]) { $0.formUnion(requestableFiles(of: $1, layout)) }
    }

    /// The paths of the files of one rendition that players may request.
    func requestableFiles(of id: String, _ layout: PlaylistLayout) -> Set<String> {
        guard let rendition = renditions[id] else { return [] }
        var names: Set<String> = [layout.playlistName, PlaylistLayout.iFramesName]
        if let section = rendition.initializationSection(layout) { names.insert(PlaylistLayout.name(section.uri)) }
        for segment in rendition.segments {
            names.insert(PlaylistLayout.name(segment.entry.uri))
            if let uri = segment.entry.initialization?.uri { names.insert(PlaylistLayout.name(uri)) }
        }
        return Set(names.map { "\(id)/\($0)" })
    }
}
