import AssetWriting
import Foundation

/// Generated tones at 48 kHz in blocks of 1000 samples.
enum Tones {
    /// Appends `blocks` blocks of one tone in two channels.
    static func append(blocks: Int64, _ offset: MediaTime, to input: AssetWriterInput) async throws {
        try await append(blocks: blocks, channels: 2, offset, to: input) { stereo(block: $0) }
    }

    /// Returns the bytes that `append` appends.
    static func bytes(blocks: Int64) -> [UInt8] { (0..<blocks).flatMap(stereo) }

    /// Appends six channels with different tones, in WAVE channel order.
    static func appendSurround(blocks: Int64, _ offset: MediaTime, to input: AssetWriterInput) async throws {
        try await append(blocks: blocks, channels: 6, offset, to: input) { block in
            samples(block, channels: 6) { index, channel in
                8000 * sin(Double(index) * Double(frequency(of: channel)) * 2 * .pi / 48_000)
            }
        }
    }

    /// Returns the tone of a channel in Hz; the fourth is low enough for a low-frequency channel.
    static func frequency(of channel: Int) -> Int { channel == 3 ? 80 : 400 + 150 * channel }

    private static func stereo(block: Int64) -> [UInt8] {
        samples(block, channels: 2) { index, _ in 8000 * sin(Double(index) * 0.0576) }
    }

    private static func samples(_ block: Int64, channels: Int, _ value: (Int64, Int) -> Double) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in block * 1000..<(block + 1) * 1000 {
            for channel in 0..<channels {
                withUnsafeBytes(of: Int16(value(index, channel)).littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    private static func append(
        blocks: Int64, channels: Int, _ offset: MediaTime, to input: AssetWriterInput, _ bytes: (Int64) -> [UInt8]
    ) async throws {
        let format = MediaFormat.rawAudio(
            RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48_000, channelCount: channels))
        for block in 0..<blocks {
            let frame = Frame(
                track: Track.ID(rawValue: 2), timescale: 48_000, presentationTicks: block * 1000, duration: 1000,
                content: FrameBytes(ByteSlice(copying: bytes(block)), format: format))
            try await input.appendWhenReady(frame.shifted(by: offset))
        }
        input.markAsFinished()
    }
}
