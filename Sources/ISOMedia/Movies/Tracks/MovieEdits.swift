package import Media

/// The presentation of a track according to its edit list (ISO/IEC 14496-12 8.6.6).
package struct MovieEdits: Sendable, Hashable {
    /// The duration of empty edits before the first edit with media.
    package var initialDelay = MediaTime.zero
    /// The start of the first edit with media on the media timeline, in ticks of the track; 0 without a list.
    package var mediaStart: Int64 = 0
    /// The total duration of edits with media; nil without a list and if everything is presented.
    package var duration: MediaTime?
    /// The number of edits with media.
    package var realEditCount = 0
    /// The number of entries, including empty edits.
    package var entryCount = 0
    /// Whether the edits do more than set a start and an end: repeat, pause, change the speed, or follow a gap.
    ///
    /// Edits of adjacent media count as one.
    package var isComplex = false
    /// The edits with media in order of presentation; nil if one of them changes the speed.
    package var parts: [EditPart]? = []

    /// An edit with media.
    package struct EditPart: Sendable, Hashable {
        /// The start on the presentation timeline.
        package var start: MediaTime
        /// nil for all media up to the end.
        package var duration: MediaTime?
        /// The start on the media timeline, in ticks of the track.
        package var mediaStart: Int64
        /// Whether the media pause at their start.
        package var isPaused: Bool

        /// All media from their start on.
        package static let all = EditPart(start: .zero, duration: nil, mediaStart: 0, isPaused: false)
    }

    /// No edits: the media are presented unchanged.
    package init() {}

    init(_ box: BoxView?, movieTimescale: Int32, timescale: Int32) throws(MovieFileError) {
        guard let box else { return }
        let entries = try EditListBox(reading: box).entries
        entryCount = entries.count
        var (delay, total, clock): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var presentsEverything = false
        // The end of the preceding edits on the media timeline; nil after a gap.
        var mediaEnd: MediaTime?
        for entry in entries {
            let (length, time) = (entry.duration, entry.mediaTime)
            defer { clock = Self.sum(clock, length) }
            if time == -1 {
                if realEditCount == 0 { delay = Self.sum(delay, length) } else if length > 0 { mediaEnd = nil }
                continue
            }
            let start = MediaTime(value: max(0, time), timescale: timescale)
            if realEditCount == 0 {
                mediaStart = max(0, time)
            } else if presentsEverything || mediaEnd.map({ !Self.adjoins($0, start, movieTimescale) }) ?? true {
                isComplex = true
            }
            mediaEnd = start + MediaTime(value: Int64(clamping: length), timescale: movieTimescale)
            if entry.rate != 0x1_0000 { isComplex = true }
            if entry.rate != 0x1_0000, entry.rate != 0 { parts = nil }
            parts?.append(
                EditPart(
                    start: MediaTime(value: Int64(clamping: clock), timescale: movieTimescale),
                    duration: length == 0
                        ? nil : MediaTime(value: Int64(clamping: length), timescale: movieTimescale),
                    mediaStart: max(0, time), isPaused: entry.rate == 0))
            realEditCount += 1
            total = Self.sum(total, length)
            if length == 0 { presentsEverything = true }
        }
        initialDelay = MediaTime(value: Int64(clamping: delay), timescale: movieTimescale)
        if realEditCount > 0, !presentsEverything {
            duration = MediaTime(value: Int64(clamping: total), timescale: movieTimescale)
        }
    }

    /// Returns whether two times are equal up to rounding to movie ticks.
    private static func adjoins(_ end: MediaTime, _ start: MediaTime, _ movieTimescale: Int32) -> Bool {
        let difference = end > start ? end - start : start - end
        return difference <= MediaTime(value: 1, timescale: movieTimescale)
    }

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}
