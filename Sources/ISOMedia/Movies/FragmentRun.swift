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
        return MovieSample(
            fileOffset: fileOffset, size: Int(size), decodeTicks: decodeTicks, compositionOffset: Int64(offset),
            duration: Int64(duration), flags: SampleFlags(rawValue: flags))
    }
}

/// Walks the samples of a track in the movie fragments of a file.
struct FragmentCursor: Sendable {
    private let file: FileBytes
    private let trackID: UInt32
    private let index: FragmentIndex
    private var fragment = 0
    private var runs: [FragmentRun] = []
    private var run = 0
    private var sample = 0
    private var fileOffset = 0
    private var decodeTicks: Int64 = 0
    private var total = 0
    private(set) var damage: MovieFileError?

    init(file: FileBytes, trackID: UInt32, index: FragmentIndex) {
        self.file = file
        self.trackID = trackID
        self.index = index
    }

    /// Sets the decode time for fragments that do not say their own.
    mutating func begin(at ticks: Int64) { decodeTicks = ticks }

    mutating func next() -> MovieSample? {
        while run < runs.count, sample >= runs[run].sampleCount { enter(run + 1) }
        while run >= runs.count {
            guard nextFragment() else { return nil }
            while run < runs.count, sample >= runs[run].sampleCount { enter(run + 1) }
        }
        let result = runs[run].sample(at: sample, fileOffset: fileOffset, decodeTicks: decodeTicks)
        fileOffset &+= result.size
        decodeTicks &+= result.duration
        sample &+= 1
        total &+= 1
        guard total <= MovieLimits.samples else {
            damage = .tooLarge(what: "samples in a track", limit: MovieLimits.samples)
            return nil
        }
        return result
    }

    private mutating func enter(_ number: Int) {
        run = number
        sample = 0
        guard number < runs.count else { return }
        fileOffset = runs[number].dataOffset
        if let time = runs[number].decodeTime { decodeTicks = time }
    }

    /// Reads the next fragment's runs; false at the end and where one is damaged.
    private mutating func nextFragment() -> Bool {
        guard damage == nil, fragment < index.offsets.count else {
            if damage == nil, let offset = index.damagedOffset {
                damage = .damaged(box: "moof", offset: offset, why: "it is looked for and no box begins here")
            }
            return false
        }
        guard var reader = FragmentReader(file, at: index.offsets[fragment], defaults: index.defaults) else {
            return false
        }
        fragment += 1
        do throws(MovieFileError) {
            runs = try reader.runs(ofTrack: trackID)
            enter(0)
            return true
        } catch {
            (damage, runs, run) = (error, [], 0)
            return false
        }
    }
}
