package import Media

/// Which family of readers the segments are written for.
public enum FileTypeProfile: String, Sendable, Hashable, CaseIterable {
    /// Apple HLS: no edit lists; all times have a common offset, so that priming fits before the first audible sample.
    ///
    /// Video alone needs none: where its reorder delay begins before zero, composition offsets are negative.
    case mpeg4AppleHLS = "apple-hls"
    /// CMAF (ISO/IEC 23000-19): one-entry edit lists take priming and reorder delay out of the presentation.
    case mpeg4CMAFCompliant = "cmaf"

    /// Whether segments of the profile carry a format.
    package func carriage(of format: MediaFormat) -> CodecCarriage {
        CodecCarriage(format, in: self == .mpeg4AppleHLS ? .appleHLS : .cmaf)
    }

    /// The offset added to all times unless another one is asked for.
    package var defaultTimeOffset: MediaTime { self == .mpeg4AppleHLS ? .seconds(10) : .zero }
}
