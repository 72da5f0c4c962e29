import Media

/// Iterates over the samples of one track in decode order: first from the sample tables, then from the movie fragments.
///
/// All returned samples lie inside the file. Iteration ends before the first sample that does not.
package struct SampleCursor: Sendable {
    /// A place in the samples of a track, where another cursor can continue.
    package struct Mark: Sendable {
        fileprivate enum Place {
            case table(TableCursor.Position)
            case fragment(FragmentCursor.Position)
        }

        fileprivate let place: Place
        /// The sample of uncompressed audio that was read ahead, in an array because few tracks have one.
        fileprivate let pendingSample: [MovieSample]
    }

    private let fileSize: Int
    private var table: TableCursor
    private var fragments: FragmentCursor
    private var isInFragments = false
    /// The maximum size in bytes of contiguous samples that are combined into one; 0 combines none.
    private let groupSize: Int
    /// A sample that has been read and follows the current group.
    private var pendingSample: MovieSample?
    /// The first described sample that exceeds the file; nil until the cursor reaches one.
    package private(set) var missing: MovieSample?
    /// The reason why the cursor ended before the last fragment; nil otherwise.
    package var damage: MovieFileError? { fragments.damage }

    /// `size` is the end of the offsets at which samples can be; by default that of the file.
    init(
        file: FileBytes, size: Int? = nil, tables: SampleTables, trackID: UInt32, fragments: FragmentIndex,
        groupSize: Int = 0
    ) {
        fileSize = size ?? file.count
        self.groupSize = groupSize
        table = TableCursor(tables)
        self.fragments = FragmentCursor(file: file, trackID: trackID, index: fragments)
    }

    init(
        file: FileBytes, size: Int? = nil, tables: SampleTables, trackID: UInt32, fragments: FragmentIndex,
        groupSize: Int = 0, at mark: Mark
    ) {
        self.init(
            file: file, size: size, tables: tables, trackID: trackID, fragments: fragments, groupSize: groupSize)
        switch mark.place {
        case .table(let position): table = TableCursor(tables, at: position)
        case .fragment(let position):
            self.fragments = FragmentCursor(file: file, trackID: trackID, index: fragments, at: position)
            isInFragments = true
        }
        pendingSample = mark.pendingSample.first
    }

    /// Starts with the first fragment of a file that follows the samples of another cursor.
    init(
        file: FileBytes, tables: SampleTables, trackID: UInt32, fragments: FragmentIndex, following other: SampleCursor
    ) {
        self.init(file: file, tables: tables, trackID: trackID, fragments: fragments, groupSize: other.groupSize)
        self.fragments = FragmentCursor(
            file: file, trackID: trackID, index: fragments, following: other.fragments)
        isInFragments = true
    }

    /// The place before the next sample.
    package var mark: Mark {
        Mark(
            place: isInFragments ? .fragment(fragments.position) : .table(table.position),
            pendingSample: pendingSample.map { [$0] } ?? [])
    }

    /// Returns the next sample; nil at the end and before the first sample that exceeds the file.
    package mutating func next() -> MovieSample? {
        guard groupSize > 0 else { return nextPresent(upTo: 0) }
        guard var group = pendingSample ?? nextPresent(upTo: groupSize) else { return nil }
        pendingSample = nil
        while group.size < groupSize, let sample = nextPresent(upTo: groupSize - group.size) {
            guard sample.follows(group), group.size + sample.size <= groupSize else {
                pendingSample = sample
                break
            }
            group.size &+= sample.size
            group.duration &+= sample.duration
        }
        return group
    }

    /// Passes the presentation times and the durations of all further samples of the tables to `body`, several times
    /// faster than `next`. Does nothing if the samples are grouped. The cursor ends there.
    mutating func visitTimes(_ body: (_ presentation: Int64, _ duration: Int64) -> Void) {
        guard groupSize == 0, missing == nil else { return }
        while let (presentation, duration) = table.nextTimes() { body(presentation, duration) }
    }

    /// Appends up to `count` of the next samples.
    package mutating func read(_ count: Int, into samples: inout [MovieSample]) {
        var left = count
        // Samples of tables, which most are, without passing them through the functions for other samples.
        if groupSize == 0, !isInFragments, missing == nil {
            let before = samples.count
            if let sample = table.read(count, ofFile: fileSize, into: &samples) { return missing = sample }
            left -= samples.count - before
        }
        while left > 0, let sample = next() {
            samples.append(sample)
            left -= 1
        }
    }

    /// Returns the next sample, or several samples of up to `size` bytes.
    private mutating func nextPresent(upTo size: Int) -> MovieSample? {
        guard missing == nil else { return nil }
        guard let sample = nextDescribed(upTo: size) else { return nil }
        guard sample.fileOffset >= 0, sample.fileOffset <= fileSize &- sample.size else {
            missing = sample
            return nil
        }
        return sample
    }

    private mutating func nextDescribed(upTo size: Int) -> MovieSample? {
        if isInFragments { return fragments.next() }
        if let sample = table.next(upTo: size, ofFile: fileSize) { return sample }
        isInFragments = true
        fragments.begin(at: table.position.decodeTicks)
        return fragments.next()
    }
}

extension MovieSample {
    /// Whether the sample directly follows another one in the file and in time.
    fileprivate func follows(_ other: MovieSample) -> Bool {
        fileOffset == other.fileOffset &+ other.size && decodeTicks == other.decodeTicks &+ other.duration
            && compositionOffset == other.compositionOffset && descriptionIndex == other.descriptionIndex
            && precedingGap == 0
    }
}
