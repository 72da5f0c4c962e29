import Media

/// One entry of an edit list: a range of media, or an empty range (ISO/IEC 14496-12 8.6.6).
package struct TrackEdit: Sendable, Hashable {
    /// The duration of the presentation in movie ticks; 0 extends to the end of the fragments.
    package var duration: UInt64
    /// The start on the media timeline in ticks of the track; -1 for an empty edit.
    package var mediaTime: Int64

    /// An edit at normal speed.
    package init(duration: UInt64, mediaTime: Int64) {
        self.duration = duration
        self.mediaTime = mediaTime
    }

    /// Creates an edit without media.
    package static func empty(_ duration: UInt64) -> TrackEdit { TrackEdit(duration: duration, mediaTime: -1) }

    var needsLongFields: Bool { duration > UInt64(UInt32.max) || Int32(exactly: mediaTime) == nil }
}
