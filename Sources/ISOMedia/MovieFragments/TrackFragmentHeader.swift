import Media

/// The fields of a `tfhd` box with the defaults of the track, and the time of `tfdt`.
struct TrackFragmentHeader {
    let trackID: UInt32
    /// The absolute base of data offsets; nil if it depends on the fragment or on the preceding track.
    private(set) var baseOffset: Int?
    let hasDefaultBase: Bool
    private(set) var defaults: SampleDefaults
    /// The decode time of the first sample; nil if it follows the preceding fragment.
    private(set) var decodeTime: Int64?

    init(_ boxes: [BoxView], in track: BoxView, defaults: [UInt32: SampleDefaults]) throws(MovieFileError) {
        guard let box = boxes["tfhd"] else { throw track.damaged("it has no header box (tfhd)") }
        let flags = box.flags
        let sizes: [(UInt32, Int)] = [(0x1, 8), (0x2, 4), (0x8, 4), (0x10, 4), (0x20, 4)]
        try box.require(sizes.reduce(8) { flags & $1.0 != 0 ? $0 + $1.1 : $0 })
        trackID = box.u32(4)
        hasDefaultBase = flags & 0x02_0000 != 0
        self.defaults = defaults[trackID] ?? SampleDefaults()
        var position = 8
        func fieldOffset(_ flag: UInt32, _ size: Int) -> Int? {
            guard flags & flag != 0 else { return nil }
            defer { position += size }
            return position
        }
        if let at = fieldOffset(0x1, 8) { baseOffset = Int(min(box.u64(at), UInt64(Int.max / 4))) }
        if let at = fieldOffset(0x2, 4) { self.defaults.descriptionIndex = max(1, box.u32(at)) }
        if let at = fieldOffset(0x8, 4) { self.defaults.duration = box.u32(at) }
        if let at = fieldOffset(0x10, 4) { self.defaults.size = box.u32(at) }
        if let at = fieldOffset(0x20, 4) { self.defaults.flags = box.u32(at) }
        if let time = boxes["tfdt"] {
            try time.require(time.version == 1 ? 12 : 8)
            decodeTime = Int64(clamping: time.version == 1 ? time.u64(4) : UInt64(time.u32(4)))
        }
    }
}
