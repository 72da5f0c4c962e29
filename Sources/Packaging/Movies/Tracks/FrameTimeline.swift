import Media

/// Determines the times of uncompressed audio by counting its frames; each frame lasts one tick of the track.
struct FrameTimeline: Sendable {
    /// The size of a frame of all channels in bytes.
    let frameSize: Int
    private let name: String
    private var expected: Int64?

    /// The maximum number of frames in a packet.
    static let maximumCount: Int64 = 1 << 24
    /// The longest overlap with the preceding packet that is attributed to imprecise clocks.
    private static let maximumOverlap = MediaTime.milliseconds(500)

    /// The timeline of a track; nil if its samples are not frames of constant size.
    init?(_ track: Track) {
        guard let frameSize = track.constantFrameSize else { return nil }
        self.frameSize = frameSize
        name = track.mediaType.rawValue
    }

    /// The number of frames in a packet.
    func frameCount(_ byteCount: Int) -> Int { byteCount / frameSize }

    /// Returns a packet with the duration of its frames. It follows the preceding packet if its time differs only by
    /// the precision of `timescale`, the timescale that it was specified in.
    mutating func placed(_ packet: Sample, from timescale: Int32) throws(PackagingError) -> Sample {
        let count = Int64(frameCount(packet.bytes.count))
        guard (1...Self.maximumCount).contains(count), packet.bytes.count == Int(count) * frameSize else {
            throw PackagingError(
                .unsupportedFormat,
                "the sample at \(packet.decodeTime) of the \(name) track has \(packet.bytes.count) bytes; it must contain 1 "
                    + "to \(Self.maximumCount) frames of \(frameSize) bytes")
        }
        var result = packet
        (result.duration, result.presentationOffset) = (count, 0)
        result.decodeTicks = try begin(packet, count, timescale)
        expected = result.decodeTicks &+ count
        return result
    }

    private func begin(_ packet: Sample, _ count: Int64, _ timescale: Int32) throws(PackagingError) -> Int64 {
        guard let expected else { return packet.decodeTicks }
        let distance = packet.decodeTicks - expected
        // The times of other clocks are imprecise: only a gap of half a packet is one.
        let precision = timescale == packet.timescale ? 0 : count / 2
        guard distance <= precision else { return packet.decodeTicks }
        guard distance >= -Self.maximumOverlap.ticks(at: packet.timescale) else {
            let end = MediaTime(value: expected, timescale: packet.timescale)
            throw PackagingError(
                .badTimestamps,
                "the sample at \(packet.decodeTime) of the \(name) track starts before the end of the preceding one at \(end)"
            )
        }
        return expected
    }
}

extension Track {
    fileprivate var constantFrameSize: Int? {
        if case .codedAudio(let format) = format { format.constantFrameSize } else { nil }
    }

    /// The timescale of the track in a movie file: frames of uncompressed audio last one tick.
    func fileTimescale(preferred: Int32?) -> Int32 {
        guard case .codedAudio(let format) = format, format.constantFrameSize != nil,
            let rate = Int32(exactly: format.sampleRate), rate > 0
        else { return preferred ?? timescale }
        return rate
    }
}
