import Media

/// The fields that `mvhd` and `mdhd` have in common.
struct HeaderTimes {
    let timescale: Int32
    /// The duration; nil if it is unknown.
    let duration: MediaTime?
    /// The offset of the fields after the duration.
    let end: Int

    init(_ box: BoxView) throws(MovieFileError) {
        let isLong = box.version == 1
        end = isLong ? 32 : 20
        try box.require(end)
        let value = box.u32(isLong ? 20 : 12)
        guard let timescale = Int32(exactly: value), timescale > 0 else {
            throw box.damaged("its timescale is \(value); 1 to \(Int32.max) are allowed")
        }
        let ticks = isLong ? box.u64(24) : UInt64(box.u32(16))
        let isUnknown = ticks == 0 || ticks == (isLong ? UInt64.max : UInt64(UInt32.max))
        self.timescale = timescale
        duration = isUnknown ? nil : MediaTime(value: Int64(clamping: ticks), timescale: timescale)
    }
}
