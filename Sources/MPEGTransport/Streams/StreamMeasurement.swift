package import Media

/// What was measured of one elementary stream in one segment; times in ticks of 90 kHz.
package struct StreamMeasurement: Sendable {
    /// Of the same segment, by its PID; 1 for packed sound.
    package var id: UInt32
    package var coding: StreamCoding
    /// What the first parameter sets or the first frame say; nil where none can be read.
    package var format: MediaFormat?
    package var track: TrackMeasurement
    /// In the order in which they are decoded; empty unless they were asked for.
    package var samples: [StreamSample] = []
    /// What is wrong with its packets and frames.
    package var damage = MediaDamage()

    init(id: UInt32, coding: StreamCoding) {
        (self.id, self.coding) = (id, coding)
        track = TrackMeasurement(trackID: id)
    }

    /// The RFC 6381 name; nil where the format is not known.
    package var codec: String? {
        switch format {
        case .codedVideo(let video): video.configuration.codecString
        case .codedAudio(let audio): audio.configuration.codecString
        default: nil
        }
    }
}
