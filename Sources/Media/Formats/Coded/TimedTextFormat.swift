/// The format of subtitles and captions. Their samples may overlap and may have gaps between them.
public struct TimedTextFormat: Sendable, Hashable, Codable {
    /// The content of a sample.
    public enum Coding: Sendable, Hashable, Codable {
        /// One WebVTT cue in a `vttc` box (ISO/IEC 14496-30 7.4), shown from its presentation time for its duration.
        ///
        /// The header is the text before the first cue, without the signature: styles, regions and comments.
        case webVTT(header: String)
        /// A TTML document (ISO/IEC 14496-30 6) with times on the track's timeline. `sampleEntry` is a whole `stpp`
        /// box.
        case timedTextMarkup(sampleEntry: [UInt8])
    }

    public var coding: Coding

    /// Timed text with this coding.
    public init(_ coding: Coding) { self.coding = coding }

    /// WebVTT cues without styles and regions.
    public static let webVTT = TimedTextFormat(.webVTT(header: ""))
}
