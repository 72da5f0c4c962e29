import Media

/// The leading pictures behind a sync sample, by their flags.
struct LeadingPictures: Hashable {
    /// All of them.
    var count = 0
    /// Those that cannot be decoded when decoding begins at the sync sample.
    var skippedCount = 0

    /// Counts the leading pictures that follow `position` at once.
    init(behind position: Int, in run: ArraySlice<Sample>) {
        for sample in run[(position + 1)...] {
            let leading = sample.flags.leading
            guard leading == .skipped || leading == .decodable else { return }
            count += 1
            if leading == .skipped { skippedCount += 1 }
        }
    }
}
