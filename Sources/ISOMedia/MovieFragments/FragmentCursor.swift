import Media

/// Iterates over the samples of a track in the movie fragments of a file.
struct FragmentCursor: Sendable {
    /// The run and the index in it of the next sample.
    struct Position: Sendable {
        /// The number of fragments that have been read.
        fileprivate var fragment = 0
        fileprivate var run = 0
        fileprivate var sample = 0
        fileprivate var fileOffset = 0
        fileprivate var decodeTicks: Int64 = 0
        fileprivate var total = 0
        fileprivate var continuity = FragmentContinuity()
    }

    private let file: FileBytes
    private let trackID: UInt32
    private let index: FragmentIndex
    private(set) var position = Position()
    /// The runs of the fragment before `position.fragment`.
    private var runs: [FragmentRun] = []
    private(set) var damage: MovieFileError?

    init(file: FileBytes, trackID: UInt32, index: FragmentIndex) {
        self.file = file
        self.trackID = trackID
        self.index = index
    }

    /// Continues at the position of another cursor of the same track.
    init(file: FileBytes, trackID: UInt32, index: FragmentIndex, at position: Position) {
        self.init(file: file, trackID: trackID, index: index)
        self.position = position
        guard position.fragment > 0,
            var reader = index.reader(of: position.fragment - 1, in: file)
        else { return }
        do throws(MovieFileError) {
            runs = try reader.runs(ofTrack: trackID)
        } catch {
            damage = error
        }
    }

    /// Continues with the first fragment of another file, which follows the samples of another cursor of the same track.
    init(file: FileBytes, trackID: UInt32, index: FragmentIndex, following other: FragmentCursor) {
        self.init(file: file, trackID: trackID, index: index)
        (position.decodeTicks, position.continuity) = (other.position.decodeTicks, other.position.continuity)
    }

    /// Sets the decode time for fragments without one.
    mutating func begin(at ticks: Int64) { position.decodeTicks = ticks }

    mutating func next() -> MovieSample? {
        while position.run < runs.count, position.sample >= runs[position.run].sampleCount { enter(position.run + 1) }
        while position.run >= runs.count {
            guard nextFragment() else { return nil }
            while position.run < runs.count, position.sample >= runs[position.run].sampleCount {
                enter(position.run + 1)
            }
        }
        var result = runs[position.run].sample(
            at: position.sample, fileOffset: position.fileOffset, decodeTicks: position.decodeTicks)
        result.precedingGap = position.continuity.consumeGap()
        position.continuity.add(result)
        position.fileOffset &+= result.size
        position.decodeTicks &+= result.duration
        position.sample &+= 1
        position.total &+= 1
        guard position.total <= MovieLimits.samples else {
            damage = .tooLarge(what: "samples in a track", limit: MovieLimits.samples)
            return nil
        }
        return result
    }

    private mutating func enter(_ number: Int) {
        position.run = number
        position.sample = 0
        guard number < runs.count else { return }
        position.fileOffset = runs[number].dataOffset
        guard let time = runs[number].decodeTime else { return }
        position.continuity.jump(from: position.decodeTicks, to: time)
        position.decodeTicks = time
    }

    /// Reads the runs of the next fragment. Returns false at the end and at a damaged fragment.
    private mutating func nextFragment() -> Bool {
        guard damage == nil, position.fragment < index.offsets.count else {
            if damage == nil, let offset = index.damagedOffset {
                damage = .damaged(box: .moof, offset: offset, why: "a box is expected and none starts here")
            }
            return false
        }
        guard var reader = index.reader(of: position.fragment, in: file) else {
            return false
        }
        position.fragment += 1
        position.continuity.enter(sequenceNumber: reader.sequenceNumber)
        do throws(MovieFileError) {
            runs = try reader.runs(ofTrack: trackID)
            enter(0)
            return true
        } catch {
            (damage, runs, position.run) = (error, [], 0)
            return false
        }
    }
}
