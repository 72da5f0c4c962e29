import HLS
import Media
import PublicationJournal
import StageKit

// Changes between runs.
extension SavedRendition {
    /// The maximum number of segments that a rendition may lag behind because the run was interrupted between writing
    /// them.
    private static let maximumAddedGaps = 3

    var nextMediaSequence: Int { record.mediaSequence + segments.count }

    /// Removes all segments from the playlist and keeps the numbers.
    mutating func removeAll() {
        record.mediaSequence += segments.count
        record.segmentCount = 0
        record.discontinuitySequence += segments.count { $0.entry.isDiscontinuity }
        let frames = segments.flatMap(\.iFrames)
        record.iFrameMediaSequence += frames.count
        record.iFrameDiscontinuitySequence += frames.count { $0.isDiscontinuity }
        segments = []
    }

    mutating func markMissing(in files: [String: Int], folder: String) {
        for index in segments.indices where !segments[index].entry.isGap {
            let record = segments[index]
            let size = files["\(folder)/\(PlaylistLayout.name(record.entry.uri))"] ?? -1
            if record.hasFile ? size == record.byteCount : size >= record.entry.byteRange?.end ?? 0 { continue }
            markMissing(at: index)
        }
    }

    mutating func markMissing(at index: Int) {
        segments[index].entry.isGap = true
        for frame in segments[index].iFrames.indices { segments[index].iFrames[frame].isGap = true }
    }

    /// Lists a segment whose initialization segment is missing as a gap, which needs none.
    mutating func removeInitialization(at index: Int) {
        markMissing(at: index)
        segments[index].entry.initialization = nil
        for frame in segments[index].iFrames.indices { segments[index].iFrames[frame].initialization = nil }
    }

    mutating func removeMissingInitializations(in files: [String: Int], folder: String) {
        for index in segments.indices {
            guard let uri = segments[index].entry.initialization?.uri else { continue }
            if files["\(folder)/\(PlaylistLayout.name(uri))"] == nil { removeInitialization(at: index) }
        }
    }

    /// Discards the initialization segment if its file is missing or has another size, so that it is stored again.
    mutating func discardMissingInitialization(
        in files: [String: Int], folder: String, _ layout: PlaylistLayout
    ) {
        let name = initializationSection(layout).map { PlaylistLayout.name($0.uri) } ?? ""
        if files["\(folder)/\(name)"] != initialization.count { initialization = [] }
    }

    /// Lists the segment of which only parts were published as a gap, so that its media sequence number is not used for
    /// another segment.
    mutating func addOpenSegment(_ layout: PlaylistLayout) {
        guard let number = record.openNumber, let last = segments.last else { return }
        record.openNumber = nil
        var segment = MediaSegment(
            uri: PlaylistLayout.reference(layout.segmentName(number, isWebVTT: last.entry.uri.hasSuffix(".vtt"))),
            duration: last.entry.duration, initialization: last.entry.initialization,
            isDiscontinuity: record.openIsDiscontinuity, isGap: true)
        segment.keys = last.entry.keys
        segments.append(ListedSegment(segment))
    }

    mutating func addMissingGaps(to leader: SavedRendition, _ layout: PlaylistLayout) {
        let missing = leader.nextMediaSequence - nextMediaSequence
        guard (1...Self.maximumAddedGaps).contains(missing), let last = segments.last, leader.segments.count >= missing
        else { return }
        let isWebVTT = last.entry.uri.hasSuffix(".vtt")
        // The number of the next segment may be recorded before it is listed, and a playlist may list that segment.
        let newest = FileNumber.read(PlaylistLayout.name(last.entry.uri), prefix: layout.segmentPrefix)
        var number = min(record.nextNumber, newest ?? .max)
        for other in leader.segments.suffix(missing) {
            var segment = MediaSegment(
                uri: PlaylistLayout.reference(layout.segmentName(number, isWebVTT: isWebVTT)),
                duration: other.entry.duration, initialization: last.entry.initialization,
                isDiscontinuity: other.entry.isDiscontinuity, isGap: true)
            segment.programDateTime = other.entry.programDateTime
            segment.keys = last.entry.keys
            segments.append(ListedSegment(segment))
            number += 1
            record.nextNumber = max(record.nextNumber, number)
        }
        record.end = max(record.end, leader.record.end)
    }
}
