package import HLS
import Media

/// The common state of a presentation's playlists that a later run needs to continue the presentation.
package struct PresentationRecord: Sendable, Hashable {
    /// The type of its playlists: `live` or `event`.
    package var type: String
    package var target: TargetDuration
    /// The date of media time zero; nil if segments have no dates.
    package var epoch: DateTime?
    /// Whether the playlists have an `EXT-X-ENDLIST` tag.
    package var hasEnded: Bool

    package init(type: String, target: TargetDuration, epoch: DateTime?, hasEnded: Bool) {
        self.type = type
        self.target = target
        self.epoch = epoch
        self.hasEnded = hasEnded
    }

    /// The encoded record, as kept in a journal.
    package var bytes: [UInt8] {
        var text = RecordText()
        text.add("type", type)
        text.add("target-duration", target.seconds)
        if let epoch { text.add("epoch", epoch.milliseconds) }
        text.add("ended", hasEnded)
        return text.bytes
    }

    /// Parses a record; nil if it is invalid.
    package init?(_ bytes: [UInt8]) {
        let text = RecordText(bytes)
        guard let type = text.values["type"], let seconds = text.count("target-duration") else { return nil }
        self.type = type
        target = TargetDuration(seconds: seconds)
        epoch = text.values["epoch"].flatMap { Int64($0) }.map { DateTime(milliseconds: $0) }
        hasEnded = text.flag("ended")
    }
}

/// The paths under which the journal keeps a presentation's records.
package struct RecordPaths: Sendable, Hashable {
    /// The path of the presentation's record: the name of its multivariant playlist.
    package let presentation: String

    package init(multivariant: String) { presentation = multivariant }

    package func rendition(_ id: String) -> String { "\(presentation)/\(id)" }
    package func initialization(_ id: String) -> String { "\(presentation)/\(id)/initialization" }
    package func segment(_ id: String, _ mediaSequence: Int) -> String { "\(presentation)/\(id)/\(mediaSequence)" }
}

/// A presentation of an earlier run, parsed from its records.
package struct SavedPresentation: Sendable, Hashable {
    package var record: PresentationRecord
    /// The renditions by name.
    package var renditions: [String: SavedRendition]

    /// Parses the records; nil if a record of the presentation is missing or invalid.
    package init?(_ records: [String: [UInt8]], paths: RecordPaths) {
        guard let record = records[paths.presentation].flatMap(PresentationRecord.init) else { return nil }
        self.record = record
        renditions = [:]
        let prefix = paths.presentation + "/"
        for (path, bytes) in records where path.hasPrefix(prefix) {
            let id = String(path.dropFirst(prefix.count))
            if id.utf8.contains(UInt8(ascii: "/")) { continue }
            guard let rendition = SavedRendition(id, bytes, records, paths) else { return nil }
            renditions[id] = rendition
        }
    }
}

/// A rendition of an earlier run, parsed from its records.
package struct SavedRendition: Sendable, Hashable {
    package var record: RenditionRecord
    /// The current initialization segment; empty for renditions that have none.
    package var initialization: [UInt8]
    /// The listed segments, oldest first.
    package var segments: [SegmentRecord]

    /// A rendition without listed segments.
    package init(record: RenditionRecord) {
        self.record = record
        initialization = []
        segments = []
    }

    init?(_ id: String, _ bytes: [UInt8], _ records: [String: [UInt8]], _ paths: RecordPaths) {
        guard let record = RenditionRecord(bytes), record.segmentCount <= records.count else { return nil }
        // WebVTT files have no initialization segment.
        let needsNone: [UInt8]? = record.initializationCount == 0 ? [] : nil
        guard let initialization = records[paths.initialization(id)] ?? needsNone else { return nil }
        self.record = record
        self.initialization = initialization
        segments = []
        segments.reserveCapacity(record.segmentCount)
        for index in 0..<record.segmentCount {
            let path = paths.segment(id, record.mediaSequence + index)
            guard let segment = records[path].flatMap(SegmentRecord.init) else { return nil }
            segments.append(segment)
        }
    }
}
