package import Media

/// The profile of the segments, which determines edit lists, time offset and brands.
public enum FileTypeProfile: String, Sendable, Hashable, CaseIterable {
    /// Apple HLS: no edit lists. All times have a common offset, so that priming before the first audible sample has
    /// positive times.
    ///
    /// Video does not require the offset: if its reorder delay starts before zero, composition offsets are negative.
    case mpeg4AppleHLS = "apple-hls"
    /// CMAF (ISO/IEC 23000-19): edit lists with one entry remove priming and reorder delay from the presentation.
    case mpeg4CMAFCompliant = "cmaf"

    /// Returns whether segments of the profile carry a format.
    package func carriage(of format: MediaFormat) -> CodecCarriage {
        CodecCarriage(format, in: self == .mpeg4AppleHLS ? .appleHLS : .cmaf)
    }

    /// The default offset of all times.
    package var defaultTimeOffset: MediaTime { self == .mpeg4AppleHLS ? .seconds(10) : .zero }
}
