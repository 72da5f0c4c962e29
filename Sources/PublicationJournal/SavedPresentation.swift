import HLS
import Media

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
