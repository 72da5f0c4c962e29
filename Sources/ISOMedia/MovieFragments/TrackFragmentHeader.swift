import Media

/// The fields of a `tfhd` box with the defaults of the track, and the time of `tfdt`.
struct TrackFragmentHeader {
    let trackID: UInt32
    /// The absolute base of data offsets; nil if it depends on the fragment or on the preceding track.
    private(set) var baseOffset: Int?
    let hasDefaultBase: Bool
    private(set) var defaults: SampleDefaults
    /// The index of the sample entry that the box declares, from 1; nil if the default of the track applies.
    private(set) var declaredDescriptionIndex: UInt32?
    let flags: UInt32
    /// The decode time of the first sample; nil if it follows the preceding fragment.
    private(set) var decodeTime: Int64?

    init(_ boxes: [BoxView], in track: BoxView, defaults: [UInt32: SampleDefaults]) throws(MovieFileError) {
        guard let box = boxes[TrackFragmentHeaderBox.self] else { throw track.damaged("it has no header box (tfhd)") }
        let fields = try TrackFragmentHeaderBox(reading: box)
        trackID = fields.trackID
        flags = fields.header.flags
        hasDefaultBase = fields.header.has(TrackFragmentHeaderBox.hasDefaultBase)
        self.defaults = defaults[trackID] ?? SampleDefaults()
        if fields.header.has(TrackFragmentHeaderBox.hasBaseOffset) {
            baseOffset = Int(min(fields.baseOffset, UInt64(Int.max / 4)))
        }
        if fields.header.has(TrackFragmentHeaderBox.hasDescriptionIndex) {
            declaredDescriptionIndex = fields.defaults.descriptionIndex
            self.defaults.descriptionIndex = max(1, fields.defaults.descriptionIndex)
        }
        if fields.header.has(TrackFragmentHeaderBox.hasDuration) { self.defaults.duration = fields.defaults.duration }
        if fields.header.has(TrackFragmentHeaderBox.hasSize) { self.defaults.size = fields.defaults.size }
        if fields.header.has(TrackFragmentHeaderBox.hasFlags) { self.defaults.flags = fields.defaults.flags }
        if let time = boxes[TrackFragmentDecodeTimeBox.self] {
            decodeTime = Int64(clamping: try TrackFragmentDecodeTimeBox(reading: time).time)
        }
    }
}
