import Media

/// A `trun` box: samples whose media follow each other, read in place.
struct FragmentRun: Sendable {
    let sampleCount: Int
    /// Where the media begin in the file.
    let dataOffset: Int
    /// When the first sample is decoded; nil when it follows the run before.
    let decodeTime: Int64?
    private let file: FileBytes
    private let entries: Int
    private let entrySize: Int
    private let defaults: SampleDefaults
    private let firstFlags: UInt32?
    // Where the fields are in an entry; below zero when the defaults hold.
    private let durationAt: Int
    private let sizeAt: Int
    private let flagsAt: Int
    private let offsetAt: Int

    init(
        _ box: BoxView, defaults: SampleDefaults, dataOffset: Int, decodeTime: Int64?
    ) throws(MovieFileError) {
        let flags = box.flags
        var position = 8
        if flags & 0x1 != 0 { position += 4 }
        firstFlags = flags & 0x4 != 0 ? box.u32(position) : nil
        if flags & 0x4 != 0 { position += 4 }
        var size = 0
        func field(_ flag: UInt32) -> Int {
            guard flags & flag != 0 else { return -1 }
            defer { size += 4 }
            return size
        }
        (durationAt, sizeAt, flagsAt, offsetAt) = (field(0x100), field(0x200), field(0x400), field(0x800))
        try box.require(position)
        let count = Int(box.u32(4))
        guard size == 0 || count <= (box.contentSize - position) / size else {
            throw box.damaged("it counts \(count) samples and is too small for them")
        }
        // Samples without fields and bytes are nothing.
        sampleCount = size == 0 && defaults.size == 0 ? 0 : count
        entrySize = size
        entries = box.contentOffset + position
        file = box.file
        self.defaults = defaults
        self.dataOffset = dataOffset
        self.decodeTime = decodeTime
    }

    /// Where the media end.
    var end: Int {
        guard sizeAt >= 0 else { return dataOffset &+ sampleCount &* Int(defaults.size) }
        return (0..<sampleCount).reduce(dataOffset) { $0 &+ Int(file.u32(entries &+ $1 &* entrySize &+ sizeAt)) }
    }

    /// The sample at `index`, whose media begin at `fileOffset`.
    @inline(__always) func sample(at index: Int, fileOffset: Int, decodeTicks: Int64) -> MovieSample {
        let entry = entries &+ index &* entrySize
        let duration = durationAt >= 0 ? file.u32(entry &+ durationAt) : defaults.duration
        let size = sizeAt >= 0 ? file.u32(entry &+ sizeAt) : defaults.size
        var flags = flagsAt >= 0 ? file.u32(entry &+ flagsAt) : defaults.flags
        if index == 0, let firstFlags { flags = firstFlags }
        // Version 0 says that offsets are unsigned; writers put negative ones into it all the same.
        let offset = offsetAt >= 0 ? Int32(bitPattern: file.u32(entry &+ offsetAt)) : 0
        var sample = MovieSample(
            fileOffset: fileOffset, size: Int(size), decodeTicks: decodeTicks, compositionOffset: Int64(offset),
            duration: Int64(duration), flags: SampleFlags(rawValue: flags))
        sample.descriptionIndex = Int(defaults.descriptionIndex)
        return sample
    }
}
