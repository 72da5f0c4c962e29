import Media
import StageKit
import Synchronization

/// The audio that a task encodes for its portion of a track.
///
/// Encoding starts some packets before the portion, at the start of a packet of the whole track, and the packets
/// outside the portion are discarded. Packets therefore have the same times as in the whole track, and the encoder's
/// state at the first delivered packet is close to that in the whole track.
final class AudioOverlap: Sendable {
    /// The media before and after a portion that sources deliver: sixteen packets at the lowest rate, and the alignment
    /// of sample rate conversion.
    static let warmUp = MediaTime.seconds(3)
    static let lookAhead = MediaTime.seconds(1)
    /// The number of packets before the portion. Measured with AAC: with 4, differences at the seam are as large as the
    /// differences that the codec itself causes; encoders with rate control need more.
    private static let packets: Int64 = 16

    private let portion: MediaPortion
    /// The first sample to encode, in ticks of the input.
    private let first: Int64
    private let bytesPerSample: Int
    private let hasBegun = Mutex(false)

    /// The overlap of the track with this number, in the order of announcement.
    init(_ portion: MediaPortion, _ track: Track, number: Int, _ element: AudioEncoderElement) throws(StageError) {
        self.portion = portion
        guard case .rawAudio(let format) = track.format, let width = format.sampleWidth else {
            throw StageError(.unsupportedMedia, "audio.encode requires uncompressed audio")
        }
        bytesPerSample = width * format.channelCount
        let (rate, block) = (Int64(element.rate(for: format)), element.choice.blockLength ?? 1)
        guard portion.start > .zero else {
            first = .min
            return
        }
        guard portion.trackStarts.indices.contains(number) else {
            throw StageError(
                .unsupportedMedia, "the start of audio track \(number + 1) was not planned; plan the job again")
        }
        let start = portion.trackStarts[number]
        let origin = start.ticks(at: Int32(clamping: rate))
        // Sample rate conversion maps every `unit.input` samples to `unit.output` samples, which are whole packets.
        let divisor = Int64(greatestCommonDivisor(UInt64(rate), UInt64(format.sampleRate)))
        let ratio = (input: Int64(format.sampleRate) / divisor, output: rate / divisor)
        let repetitions = block / Int64(greatestCommonDivisor(UInt64(block), UInt64(ratio.output)))
        let unit = (input: ratio.input * repetitions, output: ratio.output * repetitions)
        let wanted = portion.start.ticks(at: Int32(clamping: rate)) - Self.packets * block - origin
        guard wanted > 0 else {
            first = .min
            return
        }
        first = start.ticks(at: track.timescale) + wanted / unit.output * unit.input
    }

    /// Returns the part of a frame to encode; nil for frames before the overlap.
    func trimmed(_ frame: Frame) throws -> Frame? {
        if hasBegun.withLock({ $0 }) { return frame }
        let skipped = first == .min ? 0 : first - frame.presentationTicks
        guard skipped < frame.duration else { return nil }
        hasBegun.withLock { $0 = true }
        guard skipped > 0 else { return frame }
        var conversion = FrameContentWrapper()
        var part = try conversion.converted(frame, fallback: nil)
        guard let content = part.content as? GStreamerFrame else {
            throw StageError(.unsupportedMedia, "frames of type \(type(of: frame.content)) cannot be divided")
        }
        part.presentationTicks += skipped
        part.duration -= skipped
        part.content = GStreamerFrame(suffixOf: content, from: Int(skipped) * bytesPerSample)
        return part
    }

    /// Returns whether a packet belongs to the portion.
    func contains(_ ticks: Int64, at rate: Int32) -> Bool {
        if portion.start > .zero, ticks < portion.start.ticks(at: rate, rounding: .up) { return false }
        return portion.end.isIndefinite || ticks < portion.end.ticks(at: rate, rounding: .up)
    }
}
