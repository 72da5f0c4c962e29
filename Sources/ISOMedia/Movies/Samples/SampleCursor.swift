package import Media

/// One sample of a movie file: where it is, when it is, what it is.
package struct MovieSample: Sendable, Hashable {
    /// Where its bytes begin in the file.
    package var fileOffset: Int
    /// In bytes.
    package var size: Int
    /// On the media timeline, in ticks of the track.
    package var decodeTicks: Int64
    /// From decode to presentation, in ticks.
    package var compositionOffset: Int64
    /// In ticks; 0 where the file says so.
    package var duration: Int64
    package var flags: SampleFlags
    /// The number of its sample entry, from 1.
    package var descriptionIndex = 1
    /// Ticks before it that no sample covers: fragments are missing there.
    package var precedingHole: Int64 = 0

    /// A sample by its fields.
    package init(
        fileOffset: Int, size: Int, decodeTicks: Int64, compositionOffset: Int64, duration: Int64, flags: SampleFlags
    ) {
        self.fileOffset = fileOffset
        self.size = size
        self.decodeTicks = decodeTicks
        self.compositionOffset = compositionOffset
        self.duration = duration
        self.flags = flags
    }
}

/// Walks the samples of one track in decoding order: those of the sample tables, then those of the movie fragments.
///
/// Every sample that it gives lies inside the file. It ends before the first that does not.
package struct SampleCursor: Sendable {
    private let fileSize: Int
    private var table: TableCursor
    private var fragments: FragmentCursor
    private var isInFragments = false
    /// How many samples that follow each other in the file are given as one; 1 for all but uncompressed audio.
    private let grouping: Int
    /// The sample behind a group, which has been read already.
    private var held: MovieSample?
    /// The first sample that the file describes and does not hold whole; nil until the cursor meets one.
    package private(set) var missing: MovieSample?
    /// Why the cursor ended before the last fragment; nil when it did not.
    package var damage: MovieFileError? { fragments.damage }

    init(file: FileBytes, tables: SampleTables, trackID: UInt32, fragments: FragmentIndex, grouping: Int = 1) {
        fileSize = file.count
        self.grouping = grouping
        table = TableCursor(tables)
        self.fragments = FragmentCursor(file: file, trackID: trackID, index: fragments)
    }

    /// The next sample; nil at the end and before the first sample that the file does not hold.
    package mutating func next() -> MovieSample? {
        guard grouping > 1 else { return nextSingle() }
        guard var group = held ?? nextSingle() else { return nil }
        held = nil
        var count = 1
        while count < grouping, let sample = nextSingle() {
            guard sample.fileOffset == group.fileOffset &+ group.size,
                sample.decodeTicks == group.decodeTicks &+ group.duration,
                sample.compositionOffset == group.compositionOffset
            else {
                held = sample
                break
            }
            group.size &+= sample.size
            group.duration &+= sample.duration
            count += 1
        }
        return group
    }

    /// The next sample as the file describes it.
    private mutating func nextSingle() -> MovieSample? {
        guard missing == nil else { return nil }
        guard let sample = nextDescribed() else { return nil }
        guard sample.fileOffset >= 0, sample.fileOffset <= fileSize &- sample.size else {
            missing = sample
            return nil
        }
        return sample
    }

    private mutating func nextDescribed() -> MovieSample? {
        if isInFragments { return fragments.next() }
        if let sample = table.next() { return sample }
        isInFragments = true
        fragments.begin(at: table.decodeTicks)
        return fragments.next()
    }
}
