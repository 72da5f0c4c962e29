package import Media

/// The presentation times of a video track that determine which segments it can have.
package struct VideoTimes: Sendable {
    /// The start and the end of the track.
    package var start: MediaTime
    package var end: MediaTime
    /// The times of the sync samples at which segments can start, increasing.
    package var sync: [MediaTime]

    package init(start: MediaTime, end: MediaTime, sync: [MediaTime]) {
        (self.start, self.end, self.sync) = (start, end, sync)
    }
}
