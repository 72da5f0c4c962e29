import Media

/// Iterates over the samples of a track in the movie fragments of a file.
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
    private var continuity = FragmentContinuity()
    private(set) var damage: MovieFileError?

    init(file: FileBytes, trackID: UInt32, index: FragmentIndex) {
        self.file = file
        self.trackID = trackID
        self.index = index
    }

    /// Sets the decode time for fragments without one.
    mutating func begin(at ticks: Int64) { decodeTicks = ticks }

    mutating func next() -> MovieSample? {
        while run < runs.count, sample >= runs[run].sampleCount { enter(run + 1) }
        while run >= runs.count {
            guard nextFragment() else { return nil }
            while run < runs.count, sample >= runs[run].sampleCount { enter(run + 1) }
        }
        var result = runs[run].sample(at: sample, fileOffset: fileOffset, decodeTicks: decodeTicks)
        result.precedingGap = continuity.consumeGap()
        continuity.add(result)
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
        guard let time = runs[number].decodeTime else { return }
        continuity.jump(from: decodeTicks, to: time)
        decodeTicks = time
    }

    /// Reads the runs of the next fragment. Returns false at the end and at a damaged fragment.
    private mutating func nextFragment() -> Bool {
        guard damage == nil, fragment < index.offsets.count else {
            if damage == nil, let offset = index.damagedOffset {
                damage = .damaged(box: .moof, offset: offset, why: "a box is expected and none starts here")
            }
            return false
        }
        guard var reader = FragmentReader(file, at: index.offsets[fragment], defaults: index.defaults) else {
            return false
        }
        fragment += 1
        continuity.enter(sequenceNumber: reader.sequenceNumber)
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
