/// What segments of text are.
package enum TextForm: String, Sendable, Hashable, CaseIterable {
    /// WebVTT files, each with the cues of its time (RFC 8216bis 3.1.4).
    case webVTT = "webvtt"
    /// WebVTT in fragmented MP4 (ISO/IEC 14496-30 7).
    case fragmentedWebVTT = "wvtt"
    /// TTML of the text profile of IMSC 1 in fragmented MP4 (ISO/IEC 14496-30 6).
    case timedTextMarkup = "imsc1"
}

extension FileTypeProfile {
    /// What text is unless another form is asked for: files for players of HLS, fragments where DASH reads them too.
    package var defaultTextForm: TextForm { self == .mpeg4AppleHLS ? .webVTT : .fragmentedWebVTT }
}
