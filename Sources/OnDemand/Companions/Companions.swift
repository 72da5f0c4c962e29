import HLS
import Media
import StageKit

/// Thumbnails, chapters and cues of a presentation.
package struct Companions: Sendable {
    /// Thumbnails for seeking; nil for none.
    var thumbnails: ThumbnailMap?
    var chapters = ChapterList()
    var cues: [CueOption] = []
    /// The date at which the presentation starts; nil for none.
    var date: DateTime?

    package init() {}

    var isEmpty: Bool { thumbnails == nil && chapters.isEmpty && cues.isEmpty && date == nil }

    /// The start of presentations that have cues and no date.
    private static let epoch = DateTime(milliseconds: 0)

    /// The date at which a part of the presentation begins; nil if its segments have no dates.
    func date(at start: MediaTime) -> WallTime? {
        guard date != nil || !cues.isEmpty else { return nil }
        return WallTime(nanoseconds: ((date ?? Self.epoch) + start).milliseconds * 1_000_000)
    }

    /// The cues of all media playlists.
    var dateRanges: [DateRange] { cues.compactMap { $0.dateRange(from: date ?? Self.epoch) } }
}
