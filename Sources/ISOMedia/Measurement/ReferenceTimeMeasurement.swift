import Media

/// A `prft` box, ISO/IEC 14496-12 8.16.5.
package struct ReferenceTimeMeasurement: Sendable, Hashable {
    package var offset: Int
    package var version: UInt8
    package var trackID: UInt32
    /// In ticks of the track.
    package var mediaTime: UInt64
    /// The NTP timestamp: seconds since 1900 as a 32.32 number.
    package var networkTime: UInt64

    init(_ box: BoxView, origin: Int) {
        offset = origin + box.offset
        let fields = ProducerReferenceTimeBox(readingPresentFieldsOf: box)
        version = fields.header.version
        trackID = fields.trackID
        networkTime = fields.networkTime
        mediaTime = fields.mediaTime
    }
}
