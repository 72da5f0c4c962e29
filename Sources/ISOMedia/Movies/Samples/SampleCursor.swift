import Media

/// Iterates over the samples of one track in decode order: first from the sample tables, then from the movie fragments.
///
/// All returned samples lie inside the file. Iteration ends before the first sample that does not.
package struct SampleCursor: Sendable {
    private let fileSize: Int
    private var table: TableCursor
    private var fragments: FragmentCursor
    private var isInFragments = false
    /// The number of contiguous samples that are combined into one; 1 except for uncompressed audio.
    private let grouping: Int
    /// A sample that has been read and follows the current group.
    private var pendingSample: MovieSample?
    /// The first described sample that exceeds the file; nil until the cursor reaches one.
    package private(set) var missing: MovieSample?
    /// The reason why the cursor ended before the last fragment; nil otherwise.
    package var damage: MovieFileError? { fragments.damage }

    init(file: FileBytes, tables: SampleTables, trackID: UInt32, fragments: FragmentIndex, grouping: Int = 1) {
        fileSize = file.count
        self.grouping = grouping
        table = TableCursor(tables)
        self.fragments = FragmentCursor(file: file, trackID: trackID, index: fragments)
    }

    /// Returns the next sample; nil at the end and before the first sample that exceeds the file.
    package mutating func next() -> MovieSample? {
        guard grouping > 1 else { return nextSingle() }
        guard var group = pendingSample ?? nextSingle() else { return nil }
        pendingSample = nil
        var count = 1
        while count < grouping, let sample = nextSingle() {
            guard sample.fileOffset == group.fileOffset &+ group.size,
                sample.decodeTicks == group.decodeTicks &+ group.duration,
                sample.compositionOffset == group.compositionOffset
            else {
                pendingSample = sample
                break
            }
            group.size &+= sample.size
            group.duration &+= sample.duration
            count += 1
        }
        return group
    }

    /// Returns the next single sample.
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
