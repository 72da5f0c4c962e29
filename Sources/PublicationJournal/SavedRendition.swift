package import HLS
import Media

/// A rendition of an earlier run, parsed from its records.
package struct SavedRendition: Sendable, Hashable {
    package var record: RenditionRecord
    /// The current initialization segment; empty for renditions that have none.
    package var initialization: [UInt8]
    /// The listed segments, oldest first.
    package var segments: [ListedSegment]
    /// The gaps after the listed segments that have no record yet.
    package var pendingGaps: [PendingGap] = []

    /// A rendition without listed segments.
    package init(record: RenditionRecord) {
        self.record = record
        initialization = []
        segments = []
    }

    init?(_ id: String, _ bytes: [UInt8], _ records: [String: [UInt8]], _ paths: RecordPaths) {
        guard let record = RenditionRecord(bytes), record.segmentCount <= records.count else { return nil }
        self.record = record
        // WebVTT files have none, and it is removed before the numbers of a rendition that has ended.
        initialization = records[paths.initialization(id)] ?? []
        segments = []
        segments.reserveCapacity(record.segmentCount)
        for index in 0..<record.segmentCount {
            let path = paths.segment(id, record.mediaSequence + index)
            guard let segment = records[path].flatMap(ListedSegment.init(record:)) else { return nil }
            segments.append(segment)
        }
    }
}
