package import Media

/// One version of the content (ISO/IEC 23009-1 5.3.5).
package struct Representation: Sendable, Hashable {
    /// The identifier, unique in the presentation and without white space.
    package var id: String
    /// The bit rate that allows continuous playback after buffering `minBufferTime`, in bits per second.
    package var bandwidth: Int
    /// The codecs of its sample types, as RFC 6381 names.
    package var codecs: [String]
    /// The coded size of the video, in pixels.
    package var size: PixelSize?
    /// The sample aspect ratio; nil for square pixels.
    package var sampleAspect: Ratio?
    package var frameRate: Ratio?
    /// The audio sample rate, in hertz.
    package var samplingRate: Int?
    package var channelCount: Int?
    /// The codec of an enhancement layer and its brand after a slash, for players that support it (SCTE 214-1 7.1).
    package var supplementalCodec: String?
    package var segments: SegmentList

    package init(id: String, bandwidth: Int, codecs: [String], segments: SegmentList) {
        self.id = id
        self.bandwidth = bandwidth
        self.codecs = codecs
        self.segments = segments
    }
}
