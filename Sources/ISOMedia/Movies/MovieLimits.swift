/// The limits that bound the cost of reading malicious files.
package enum MovieLimits {
    /// The maximum number of top-level boxes in a file.
    package static let topLevelBoxes = 2_000_000
    /// The maximum number of boxes in one box of the movie header.
    package static let childBoxes = 4096
    package static let tracks = 64
    /// The maximum number of sample entries of a track.
    package static let sampleEntries = 256
    /// The maximum number of samples of one track.
    package static let samples = 1 << 27
}
