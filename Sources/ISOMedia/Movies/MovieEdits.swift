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
    package var isComplex = false

    /// No edits: the media as they are.
    package init() {}

    init(_ box: BoxView?, movieTimescale: Int32) throws(MovieFileError) {
        guard let box else { return }
        let isLong = box.version == 1
        let size = isLong ? 20 : 12
        entryCount = try box.entryCount(at: 4, size: size)
        var (delay, total): (UInt64, UInt64) = (0, 0)
        var presentsEverything = false
        for index in 0..<entryCount {
            let start = 8 + index * size
            let length = isLong ? box.u64(start) : UInt64(box.u32(start))
            let time =
                isLong
                ? Int64(bitPattern: box.u64(start + 8)) : Int64(Int32(bitPattern: box.u32(start + 4)))
            let rate = box.u32(start + size - 4)
            if time == -1 {
                if realEditCount == 0 { delay = Self.sum(delay, length) } else { isComplex = true }
                continue
            }
            if realEditCount == 0 { mediaStart = max(0, time) } else { isComplex = true }
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

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }
}
