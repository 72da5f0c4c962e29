/// Subtitles and captions: samples that may overlap each other and leave holes between them.
public struct TimedTextFormat: Sendable, Hashable {
    /// What a sample is.
    public enum Coding: Sendable, Hashable {
        /// One WebVTT cue, as a `vttc` box (ISO/IEC 14496-30 7.4), shown from its presentation time for its duration.
        ///
        /// The header is what stands before the cues besides the signature: styles, regions and comments.
        case webVTT(header: String)
        /// A TTML document (ISO/IEC 14496-30 6), with times on the track's timeline; the sample entry is a whole `stpp` box.
        case timedTextMarkup(sampleEntry: [UInt8])
    }

    public var coding: Coding

    /// Text in a coding.
    public init(_ coding: Coding) { self.coding = coding }

    /// WebVTT cues without styles and regions.
    public static let webVTT = TimedTextFormat(.webVTT(header: ""))
}
