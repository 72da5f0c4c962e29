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
