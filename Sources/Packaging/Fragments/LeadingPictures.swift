import Media

/// The number of leading pictures after a sync sample, by their sample flags.
struct LeadingPictures: Hashable {
    /// The number of all leading pictures.
    var count = 0
    /// The number of leading pictures that cannot be decoded when decoding starts at the sync sample.
    var skippedCount = 0

    /// Counts the leading pictures that directly follow `position`.
    init(behind position: Int, in run: ArraySlice<some DescribedSample>) {
        for sample in run[(position + 1)...] {
            let leading = sample.flags.leading
            guard leading == .skipped || leading == .decodable else { return }
            count += 1
            if leading == .skipped { skippedCount += 1 }
        }
    }
}
