package import Media

/// What an edit list says about the presentation of a track, ISO/IEC 14496-12 8.6.6.
package struct MovieEdits: Sendable, Hashable {
    /// How long nothing is presented before the first real edit.
    package var initialDelay = MediaTime.zero
    /// Where the first real edit begins on the media timeline, in ticks of the track; 0 without a list.
    package var mediaStart: Int64 = 0
    /// The length of all real edits; nil without a list and when it says to present everything.
    package var duration: MediaTime?
    /// How many edits present media.
    package var realEditCount = 0
    /// How many entries the list has, empty edits among them.
    package var entryCount = 0
    /// Whether an edit repeats, pauses or changes the speed, or one comes after a gap: more than a start and an end.
    ///
    /// Edits that present adjoining media one behind the other are one.
    package var isComplex = false

    /// No edits: the media as they are.
    package init() {}

    init(_ box: BoxView?, movieTimescale: Int32, timescale: Int32) throws(MovieFileError) {
        guard let box else { return }
        let isLong = box.version == 1
        let size = isLong ? 20 : 12
        entryCount = try box.entryCount(at: 4, size: size)
        var (delay, total): (UInt64, UInt64) = (0, 0)
        var presentsEverything = false
        // Where the edits so far end on the media timeline; nil behind a gap.
        var mediaEnd: MediaTime?
        for index in 0..<entryCount {
            let entry = 8 + index * size
            let length = isLong ? box.u64(entry) : UInt64(box.u32(entry))
            let time =
                isLong
                ? Int64(bitPattern: box.u64(entry + 8)) : Int64(Int32(bitPattern: box.u32(entry + 4)))
            let rate = box.u32(entry + size - 4)
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
            if rate != 0x1_0000 { isComplex = true }
            realEditCount += 1
            total = Self.sum(total, length)
            if length == 0 { presentsEverything = true }
        }
        initialDelay = MediaTime(value: Int64(clamping: delay), timescale: movieTimescale)
        if realEditCount > 0, !presentsEverything {
            duration = MediaTime(value: Int64(clamping: total), timescale: movieTimescale)
        }
    }

    /// Whether one time is the other, but for rounding to ticks of the movie.
    private static func adjoins(_ end: MediaTime, _ start: MediaTime, _ movieTimescale: Int32) -> Bool {
        let difference = end > start ? end - start : start - end
        return difference <= MediaTime(value: 1, timescale: movieTimescale)
    }

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}
