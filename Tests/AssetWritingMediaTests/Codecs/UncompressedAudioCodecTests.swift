import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// Uncompressed audio in movies, read by ffmpeg and GStreamer.
@Suite struct UncompressedAudioCodecTests {
    typealias PCM = AudioOutputSettings.LinearPCM
    private static let blocks: Int64 = 60

    private static let codings: [(PCM, String)] = [
        (PCM(bitDepth: 16), "pcm_s16le"), (PCM(bitDepth: 16, isBigEndian: true), "pcm_s16be"),
        (PCM(bitDepth: 24), "pcm_s24le"), (PCM(bitDepth: 24, isBigEndian: true), "pcm_s24be"),
        (PCM(bitDepth: 32), "pcm_s32le"), (PCM(bitDepth: 32, isBigEndian: true), "pcm_s32be"),
        (PCM(bitDepth: 32, isFloat: true), "pcm_f32le"),
        (PCM(bitDepth: 32, isBigEndian: true, isFloat: true), "pcm_f32be"),
        (PCM(bitDepth: 64, isFloat: true), "pcm_f64le"),
        (PCM(bitDepth: 64, isBigEndian: true, isFloat: true), "pcm_f64be"),
    ]

    private static func settings(_ layout: PCM, channels: Int = 2) -> AudioOutputSettings {
        AudioOutputSettings(
            formatID: .linearPCM, sampleRate: 48_000, numberOfChannels: channels,
            channelLayout: channels > 2 ? .surround51 : nil, linearPCM: layout)
    }

    private static func raw(_ path: String, in folder: TestFolder) throws -> Data {
        try command("ffmpeg", "-v", "error", "-y", "-i", path, "-f", "s16le", folder.path("raw"))
        return try Data(contentsOf: folder.url("raw"))
    }

    @Test(arguments: codings.indices) func quickTimeMoviesContainTheExactSamples(index: Int) async throws {
        let (layout, name) = Self.codings[index]
        let folder = try TestFolder()
        let encoded = try await Destination.mov.encode(.audio(Self.settings(layout)), into: folder) { input in
            try await Tones.append(blocks: Self.blocks, .seconds(10), to: input)
        }
        let stream = try AssetTestMovies.probe(
            encoded.path, "-show_entries", "stream=codec_name,sample_rate,channels,duration_ts,nb_frames")
        #expect(stream == ["\(name),48000,2,60000,60000"])
        #expect(try Self.raw(encoded.path, in: folder) == Data(Tones.bytes(blocks: Self.blocks)))
        // GStreamer's demuxer.
        try command(
            "gst-launch-1.0", "-q", "filesrc", "location=\(encoded.path)", "!", "qtdemux", "!", "audioconvert",
            "dithering=none", "!", "audio/x-raw,format=S16LE", "!", "filesink", "location=\(folder.path("gst"))")
        #expect(try Data(contentsOf: folder.url("gst")) == Data(Tones.bytes(blocks: Self.blocks)))
    }

    /// ffmpeg reads the configuration box of `ipcm` and `fpcm` from version 6 on, so the bytes of samples are compared.
    @Test(arguments: codings.indices) func moviesOfMP4ContainTheExactSamples(index: Int) async throws {
        let (layout, name) = Self.codings[index]
        let folder = try TestFolder()
        let encoded = try await Destination.mp4.encode(.audio(Self.settings(layout)), into: folder) { input in
            try await Tones.append(blocks: Self.blocks, .seconds(10), to: input)
        }
        let asset = try Asset(url: FileURL(fileURLWithPath: encoded.path))
        let code: FourCC = layout.isFloat ? "fpcm" : "ipcm"
        #expect(asset.tracks(withMediaType: .audio)[0].formatCode == code)
        let (_, output) = try asset.reading(.audio, nil)
        var bytes = Data()
        for try await sample in output.samples { bytes += Data(sample.bytes.bytes) }
        try Data(Tones.bytes(blocks: Self.blocks)).write(to: folder.url("source"))
        try command(
            "ffmpeg", "-v", "error", "-f", "s16le", "-ar", "48000", "-ac", "2", "-i", folder.path("source"), "-c:a",
            name,
            "-f", String(name.dropFirst(4)), folder.path("expected"))
        #expect(try bytes == Data(contentsOf: folder.url("expected")))
        // Sluice's own decoding.
        let (_, decoded) = try asset.reading(.audio, .audio(AudioFrameSettings(isFloat: false)))
        var frames = Data()
        for try await frame in decoded.frames { frames += Data(try #require(frame.content.bytes).bytes) }
        // The reduction to 16 bits adds noise.
        #expect(frames.count == Int(Self.blocks) * 4000)
        if layout.bitDepth == 16 { #expect(frames == Data(Tones.bytes(blocks: Self.blocks))) }
    }

    @Test func surroundHasPositions() async throws {
        for destination in [Destination.mov, .mp4] {
            let folder = try TestFolder()
            let settings = Self.settings(PCM(bitDepth: 24), channels: 6)
            let encoded = try await destination.encode(.audio(settings), into: folder) { input in
                try await Tones.appendSurround(blocks: Self.blocks, .seconds(10), to: input)
            }
            let stream = try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=channels")
            #expect(stream == ["6"])
            guard destination == .mov else { continue }
            let layout = try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=codec_name,channel_layout")
            #expect(layout == ["pcm_s24le,5.1"])
            #expect(try encoded.decodingMessages() == "")
        }
    }

    /// One entry per table, whatever the length of the appended buffers.
    @Test func tablesHaveOneEntry() async throws {
        let folder = try TestFolder()
        let encoded = try await Destination.mov.encode(.audio(Self.settings(PCM(bitDepth: 16))), into: folder) {
            input in
            try await Tones.append(blocks: 480, .seconds(10), to: input)
        }
        let size = try #require(try FileManager.default.attributesOfItem(atPath: encoded.path)[.size] as? Int)
        #expect(size - 480 * 4000 < 1200, "\(size)")
    }

    static let sources: [(String, [String])] = [
        ("a.mov", ["-c:a", "pcm_s16le"]), ("b.mov", ["-c:a", "pcm_s24be"]), ("c.mov", ["-c:a", "pcm_f32le"]),
        ("d.mov", ["-ar", "192000", "-c:a", "pcm_s24le"]), ("e.mov", ["-ac", "6", "-c:a", "pcm_s32le"]),
        ("f.mov", ["-c:a", "pcm_alaw"]), ("g.mov", ["-c:a", "pcm_f64be"]),
    ]

    @Test(arguments: sources.indices) func moviesOfFFmpegArePassedThroughByteForByte(index: Int) async throws {
        let (name, coding) = Self.sources[index]
        let folder = try TestFolder()
        try command(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "sine=440:duration=3:sample_rate=48000"] + coding
                + [folder.path(name)])
        let asset = try Asset(url: FileURL(fileURLWithPath: folder.path(name)))
        let writer = try await asset.passThrough([.audio], to: folder.path("out.mov"))
        #expect(writer.status == .completed, "\(writer.error?.message ?? "")")
        let shown = ["stream=codec_name,sample_rate,channels,duration_ts,nb_frames,channel_layout"]
        let streams = try [name, "out.mov"].map { file in
            try AssetTestMovies.probe(folder.path(file), "-show_entries", shown[0])
        }
        #expect(streams[0] == streams[1])
        let sums = try [name, "out.mov"].map { file in
            try command("ffmpeg", "-v", "error", "-i", folder.path(file), "-c", "copy", "-f", "md5", "-")
        }
        #expect(sums[0] == sums[1] && sums[0].hasPrefix("MD5="))
    }

    @Test(arguments: [
        (PCM(bitDepth: 8), "AVLinearPCMBitDepthKey"), (PCM(bitDepth: 64), "AVLinearPCMBitDepthKey"),
        (PCM(bitDepth: 24, isFloat: true), "AVLinearPCMBitDepthKey"),
        (PCM(bitDepth: 16, isNonInterleaved: true), "AVLinearPCMIsNonInterleaved"),
    ])
    func layoutsThatMoviesCannotContainAreRejected(layout: PCM, key: String) throws {
        let folder = try TestFolder()
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("x.mov")), fileType: .mov)
        writer.add(AssetWriterInput(mediaType: .audio, outputSettings: .audio(Self.settings(layout))))
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains(key) == true, "\(writer.error?.message ?? "")")
    }

    @Test func unknownPositionsAreRejected() throws {
        let folder = try TestFolder()
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("x.mov")), fileType: .mov)
        var settings = Self.settings(PCM(bitDepth: 16), channels: 6)
        settings.channelLayout = ChannelLayout(positions: ["L", "R", "C", "LFE", "Left", "Right"])
        writer.add(AssetWriterInput(mediaType: .audio, outputSettings: .audio(settings)))
        #expect(!writer.startWriting() && writer.error?.message.contains("AVChannelLayoutKey") == true)
    }
}
