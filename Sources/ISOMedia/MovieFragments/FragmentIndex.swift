import Media

/// The movie fragments of a file and the defaults of their samples.
struct FragmentIndex: Sendable {
    /// The offsets of the `moof` boxes.
    let offsets: [Int]
    /// The defaults by track_ID.
    let defaults: [UInt32: SampleDefaults]
    /// The declared end of the last box in the file, if it exceeds the file.
    let cutOffEnd: Int?
    /// The offset of bytes after the last fragment that are not a box.
    var damagedOffset: Int?
}

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

/// Reads the runs of one track in a `moof` box (ISO/IEC 14496-12 8.8.4 to 8.8.8).
struct FragmentReader {
    let movieFragment: BoxView
    /// The sequence number of `mfhd`; nil without this box.
    var sequenceNumber: UInt32? { movieFragment.first("mfhd")?.u32(4) }
    private let defaults: [UInt32: SampleDefaults]
    private var lastRun: FragmentRun?
    private var lastEnd: Int

    /// Returns nil if no complete `moof` starts at `offset`.
    init?(_ file: FileBytes, at offset: Int, defaults: [UInt32: SampleDefaults]) {
        var walk = BoxWalk(file, offset..<file.count)
        guard let box = walk.next(), box.type == "moof", !box.isCutOff else { return nil }
        movieFragment = box
        self.defaults = defaults
        lastEnd = box.offset
    }

    /// The end of the media described last; computed only when a run without an offset follows.
    private var mediaEnd: Int { lastRun?.end ?? lastEnd }

    mutating func runs(ofTrack trackID: UInt32) throws(MovieFileError) -> [FragmentRun] {
        var runs: [FragmentRun] = []
        for track in try movieFragment.children() where track.type == "traf" {
            let boxes = try track.children()
            let header = try TrackFragmentHeader(boxes, in: track, defaults: defaults)
            // Without the default base, the media of a track start at the end of the preceding track's media.
            let base = header.baseOffset ?? (header.hasDefaultBase ? movieFragment.offset : mediaEnd)
            (lastRun, lastEnd) = (nil, base)
            var decodeTime = header.decodeTime
            for box in boxes where box.type == "trun" {
                let hasOffset = box.flags & 0x1 != 0
                let start = hasOffset ? base &+ Int(Int32(bitPattern: box.u32(8))) : mediaEnd
                let run = try FragmentRun(box, defaults: header.defaults, dataOffset: start, decodeTime: decodeTime)
                decodeTime = nil
                lastRun = run
                if header.trackID == trackID { runs.append(run) }
            }
        }
        return runs
    }
}
