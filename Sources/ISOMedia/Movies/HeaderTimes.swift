import Media

/// The times that `mvhd` and `mdhd` have in common.
struct HeaderTimes {
    let timescale: Int32
    /// The duration; nil if it is unknown.
    let duration: MediaTime?

    /// Validates the fields of `box`.
    init(
        timescale value: UInt32, duration ticks: UInt64, _ header: FullBoxHeader, in box: BoxView
    ) throws(MovieFileError) {
        guard let timescale = Int32(exactly: value), timescale > 0 else {
            throw box.damaged("its timescale is \(value); 1 to \(Int32.max) are allowed")
        }
        let isUnknown = ticks == 0 || ticks == (header.version == 1 ? UInt64.max : UInt64(UInt32.max))
        self.timescale = timescale
        duration = isUnknown ? nil : MediaTime(value: Int64(clamping: ticks), timescale: timescale)
    }
}
