package import Media

/// Measurements of one elementary stream in one segment. Times are in ticks of 90 kHz.
package struct StreamMeasurement: Sendable {
    /// The PID of the stream; 1 for packed audio.
    package var id: UInt32
    package var coding: StreamCoding
    /// The format from the first parameter sets or the first frame; nil if it is unknown.
    package var format: MediaFormat?
    package var track: TrackMeasurement
    /// The samples in decode order; empty unless they were requested.
    package var samples: [StreamSample] = []
    /// Damage of its packets and frames.
    package var damage = MediaDamage()

    init(id: UInt32, coding: StreamCoding) {
        (self.id, self.coding) = (id, coding)
        track = TrackMeasurement(trackID: id)
    }

    /// The RFC 6381 codec string; nil if the format is unknown.
    package var codec: String? {
        switch format {
        case .codedVideo(let video): video.configuration.codecString
        case .codedAudio(let audio): audio.configuration.codecString
        default: nil
        }
    }
}
