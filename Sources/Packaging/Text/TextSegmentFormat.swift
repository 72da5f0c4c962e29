/// The format of text segments.
package enum TextSegmentFormat: String, Sendable, Hashable, CaseIterable {
    /// WebVTT files, each with the cues of its segment (RFC 8216bis 3.1.4).
    case webVTT = "webvtt"
    /// WebVTT in fragmented MP4 (ISO/IEC 14496-30 7).
    case fragmentedWebVTT = "wvtt"
    /// TTML of the IMSC 1 text profile in fragmented MP4 (ISO/IEC 14496-30 6).
    case timedTextMarkup = "imsc1"
}

extension FileTypeProfile {
    /// The default format of text segments: WebVTT files for HLS players, fragments for CMAF, which DASH clients read
    /// too.
    package var defaultTextFormat: TextSegmentFormat { self == .mpeg4AppleHLS ? .webVTT : .fragmentedWebVTT }
}
