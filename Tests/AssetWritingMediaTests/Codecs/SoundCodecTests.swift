import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// Every audio codec, in segments and in movies, read by ffmpeg.
@Suite struct AudioCodecTests {
    private static let settings: [AudioOutputSettings] = [
        AudioOutputSettings(formatID: .mpeg4AAC, sampleRate: 48_000, numberOfChannels: 2),
        AudioOutputSettings(formatID: .opus, sampleRate: 48_000, numberOfChannels: 2),
        AudioOutputSettings(formatID: .flac, sampleRate: 48_000, numberOfChannels: 2),
        AudioOutputSettings(formatID: .ac3, sampleRate: 48_000, numberOfChannels: 2),
        AudioOutputSettings(formatID: .appleLossless, sampleRate: 48_000, numberOfChannels: 2, encoderBitDepthHint: 16),
    ]
    private static let names: [AudioFormatID: String] = [
        .mpeg4AAC: "aac", .opus: "opus", .flac: "flac", .ac3: "ac3", .appleLossless: "alac",
    ]
    private static let blocks: Int64 = 120

    @Test(arguments: settings, Destination.allCases)
    func everyAudioCodecIsReadBack(settings: AudioOutputSettings, destination: Destination) async throws {
        let folder = try TestFolder()
        let encoded = try await destination.encode(.audio(settings), into: folder) { input in
            try await Tones.append(blocks: Self.blocks, .seconds(10), to: input)
        }
        let stream = try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=codec_name,sample_rate,channels")
        let name = try #require(settings.formatID.flatMap { Self.names[$0] })
        #expect(stream == ["\(name),48000,2"])
        #expect(try encoded.decodingMessages() == "")
        try command("ffmpeg", "-v", "error", "-i", encoded.path, "-f", "s16le", folder.path("raw"))
        let decoded = try Data(contentsOf: folder.url("raw"))
        let isWithoutLoss = name == "flac" || name == "alac"
        if isWithoutLoss { #expect(decoded == Data(Tones.bytes(blocks: Self.blocks))) }
        // Movies and CMAF declare the priming; the excess at the end is part of two packets.
        let samples = decoded.count / 4 - Int(Self.blocks) * 1000
        #expect((0..<(destination == .appleHLS ? 3072 : 2048)).contains(samples), "\(samples)")
        if destination.writesSegments {
            let total = encoded.reports.reduce(MediaTime.zero) { $0 + $1.duration }
            #expect(encoded.reports.count == 3 && total >= MediaTime(value: 5, timescale: 2))
        }
    }

    /// Each channel has a different tone, so that exchanged channels are detected.
    @Test(arguments: settings.filter { $0.formatID != .appleLossless })
    func surroundChannelsKeepPositions(settings: AudioOutputSettings) async throws {
        let folder = try TestFolder()
        var settings = settings
        (settings.numberOfChannels, settings.channelLayout) = (6, .surround51)
        let encoded = try await Destination.mp4.encode(.audio(settings), into: folder) { input in
            try await Tones.appendSurround(blocks: 48, .seconds(10), to: input)
        }
        #expect(try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=channels") == ["6"])
        try command(
            "ffmpeg", "-v", "error", "-i", encoded.path, "-f", "f32le", "-ac", "6", folder.path("raw"))
        let data = try Data(contentsOf: folder.url("raw"))
        let samples = data.withUnsafeBytes { bytes in
            (0..<data.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        for channel in 0..<6 {
            let tone = (0..<20_000).map { samples[(10_000 + $0) * 6 + channel] }
            let crossings = zip(tone, tone.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
            // 20,000 samples at 48 kHz.
            let expected = Double(Tones.frequency(of: channel)) * 20_000 / 48_000
            #expect(abs(Double(crossings) - expected) <= 2, "channel \(channel)")
        }
    }

    @Test func losslessAudioKeeps24Bits() async throws {
        for format in [AudioFormatID.flac, .appleLossless] {
            let folder = try TestFolder()
            let settings = AudioOutputSettings(
                formatID: format, sampleRate: 48_000, numberOfChannels: 2, encoderBitDepthHint: 24)
            let encoded = try await Destination.mp4.encode(.audio(settings), into: folder) { input in
                try await Tones.append(blocks: 20, .seconds(10), to: input)
            }
            let bits = try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=bits_per_raw_sample")
            #expect(bits == ["24"], "\(format.rawValue)")
        }
    }

    @Test(arguments: [
        (
            AudioOutputSettings(formatID: .init("ulaw"), sampleRate: 8000, numberOfChannels: 1),
            "AVFormatIDKey"
        ),
        (AudioOutputSettings(formatID: .opus, sampleRate: 44_100, numberOfChannels: 2), "AVSampleRateKey"),
        (AudioOutputSettings(formatID: .ac3, sampleRate: 96_000, numberOfChannels: 2), "AVSampleRateKey"),
        (
            AudioOutputSettings(
                formatID: .appleLossless, sampleRate: 48_000, numberOfChannels: 6, channelLayout: .surround51,
                encoderBitDepthHint: 16), "AVNumberOfChannelsKey"
        ),
        (
            AudioOutputSettings(
                formatID: .mpeg4AAC, sampleRate: 48_000, numberOfChannels: 3,
                channelLayout: ChannelLayout(positions: ["L", "R", "Top"])), "AVChannelLayoutKey"
        ),
        (
            AudioOutputSettings(formatID: .flac, sampleRate: 48_000, numberOfChannels: 2, encoderBitRate: 128_000),
            "AVEncoderBitRateKey"
        ),
        (
            AudioOutputSettings(formatID: .ac3, sampleRate: 48_000, numberOfChannels: 2, encoderBitRate: 8000),
            "AVEncoderBitRateKey"
        ),
        (
            AudioOutputSettings(
                formatID: .appleLossless, sampleRate: 48_000, numberOfChannels: 2, encoderBitDepthHint: 20),
            "AVEncoderBitDepthHintKey"
        ),
    ])
    func whatNoEncoderCanDoIsRefusedByItsKeyWhenWritingStarts(settings: AudioOutputSettings, key: String) {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4CMAFCompliant
        writer.preferredOutputSegmentInterval = .seconds(6)
        writer.add(AssetWriterInput(mediaType: .audio, outputSettings: .audio(settings)))
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && writer.error?.code == .encoding)
        #expect(writer.error?.message.contains(key) == true, "\(writer.error?.message ?? "")")
    }
}
