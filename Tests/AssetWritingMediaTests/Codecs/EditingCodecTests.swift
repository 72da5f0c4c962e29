import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// ProRes and JPEG in movies, read by ffmpeg, mediainfo and GStreamer.
@Suite struct EditingCodecTests {
    private static let codecs: [(VideoCodecType, name: String, profile: String)] = [
        (.proRes422Proxy, "prores", "Proxy"), (.proRes422LT, "prores", "LT"), (.proRes422, "prores", "Standard"),
        (.proRes422HQ, "prores", "HQ"), (.proRes4444, "prores", "4444"), (.proRes4444XQ, "prores", "XQ"),
        (.jpeg, "mjpeg", "Baseline"),
    ]

    @Test(arguments: codecs.indices) func quickTimeMoviesAreReadBack(index: Int) async throws {
        let (codec, name, profile) = Self.codecs[index]
        let folder = try TestFolder()
        let settings = VideoOutputSettings(codec: codec, width: 64, height: 48)
        let encoded = try await Destination.mov.encode(.video(settings), into: folder) { input in
            try await TestFrames.append(30, rate: 30, .seconds(10), to: input)
        }
        let stream = try AssetTestMovies.probe(
            encoded.path, "-count_packets", "-show_entries",
            "stream=codec_name,profile,codec_tag_string,width,height,nb_read_packets")
        #expect(stream == ["\(name),\(profile),\(codec.rawValue),64,48,30"])
        let messages = try Self.decodingMessages(encoded)
        #expect(messages.isEmpty, "\(messages)")
        let keys = try AssetTestMovies.probe(encoded.path, "-show_entries", "packet=flags")
        #expect(keys.allSatisfy { $0.hasPrefix("K") })
        try Self.verifyLevels(encoded.path, in: folder)
        try command(
            "gst-launch-1.0", "-q", "filesrc", "location=\(encoded.path)", "!", "decodebin", "!", "fakesink")
    }

    /// Returns ffmpeg's messages, except those about JPEG images of one colour, whose end it does not recognize.
    private static func decodingMessages(_ encoded: Encoded) throws -> [Substring] {
        try encoded.decodingMessages().split(separator: "\n").filter { !$0.contains("EOI missing") }
    }

    /// The frames become brighter.
    private static func verifyLevels(_ path: String, in folder: TestFolder) throws {
        try command(
            "ffmpeg", "-v", "error", "-y", "-i", path, "-vf", "scale=1:1", "-pix_fmt", "gray", "-f", "rawvideo",
            folder.path("gray"))
        let grey = try Data(contentsOf: folder.url("gray"))
        #expect(grey.count == 30)
        for (index, level) in grey.enumerated() { #expect(abs(Int(level) - (56 + 4 * index)) <= 12, "\(index)") }
    }

    @Test func jpegInMP4HasADescriptor() async throws {
        let folder = try TestFolder()
        let encoded = try await Destination.mp4.encode(
            .video(VideoOutputSettings(codec: .jpeg, width: 64, height: 48)), into: folder
        ) { input in
            try await TestFrames.append(30, rate: 30, .seconds(10), to: input)
        }
        let stream = try AssetTestMovies.probe(encoded.path, "-show_entries", "stream=codec_name,codec_tag_string")
        #expect(stream == ["mjpeg,mp4v"])
        let messages = try Self.decodingMessages(encoded)
        #expect(messages.isEmpty, "\(messages)")
        try Self.verifyLevels(encoded.path, in: folder)
    }

    @Test(arguments: [FileType.mp4, .m4v]) func proResRequiresAQuickTimeMovie(type: FileType) throws {
        let folder = try TestFolder()
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("x.mp4")), fileType: type)
        let input = AssetWriterInput(
            mediaType: .video, outputSettings: .video(VideoOutputSettings(codec: .proRes422, width: 64, height: 48)))
        #expect(!writer.add(input))
        #expect(writer.error?.message.contains("com.apple.quicktime-movie") == true, "\(writer.error?.message ?? "")")
    }

    @Test(arguments: [
        (VideoOutputSettings(codec: .proRes422, width: 64, height: 48, averageBitRate: 1_000_000), "AverageBitRate"),
        (VideoOutputSettings(codec: .jpeg, width: 64, height: 48, profile: "main"), "ProfileLevel"),
        (VideoOutputSettings(codec: .proRes422, width: 63, height: 48), "AVVideoWidthKey"),
    ])
    func settingsWithoutMeaningAreRejected(settings: VideoOutputSettings, key: String) throws {
        let folder = try TestFolder()
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("x.mov")), fileType: .mov)
        writer.add(AssetWriterInput(mediaType: .video, outputSettings: .video(settings)))
        #expect(!writer.startWriting() && writer.error?.message.contains(key) == true, "\(writer.error?.message ?? "")")
    }

    static let sources: [(String, [String])] = [
        ("a.mov", ["-c:v", "prores_ks", "-profile:v", "3", "-vendor", "apl0", "-color_primaries", "bt709"]),
        ("b.mov", ["-vf", "setfield=tff", "-c:v", "prores_ks", "-flags", "+ildct", "-aspect", "16:9"]),
        ("c.mov", ["-c:v", "prores_ks", "-profile:v", "4", "-pix_fmt", "yuva444p10le"]),
        ("d.mov", ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj422p"]),
    ]

    @Test(arguments: sources.indices) func moviesOfFFmpegArePassedThroughByteForByte(index: Int) async throws {
        let (name, coding) = Self.sources[index]
        let folder = try TestFolder()
        try command(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=1"] + coding
                + [folder.path(name)])
        let asset = try Asset(url: FileURL(fileURLWithPath: folder.path(name)))
        let writer = try await asset.passThrough([.video], to: folder.path("out.mov"))
        #expect(writer.status == .completed, "\(writer.error?.message ?? "")")
        let streams = try [name, "out.mov"].map { file in
            try AssetTestMovies.probe(
                folder.path(file), "-show_entries",
                "stream=codec_name,profile,codec_tag_string,pix_fmt,field_order,color_primaries,sample_aspect_ratio,nb_frames"
            )
        }
        #expect(streams[0] == streams[1])
        let sums = try [name, "out.mov"].map { file in
            try command("ffmpeg", "-v", "error", "-i", folder.path(file), "-c", "copy", "-f", "md5", "-")
        }
        #expect(sums[0] == sums[1] && sums[0].hasPrefix("MD5="))
        // Decoded by Sluice.
        let (_, output) = try Asset(url: FileURL(fileURLWithPath: folder.path("out.mov"))).reading(.video, .video)
        #expect(try await output.allFrames().count == 25)
    }

    @Test func segmentsRefuseProResWithARemedy() async throws {
        let folder = try TestFolder()
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-c:v", "prores_ks",
            folder.path("a.mov"))
        let asset = try Asset(url: FileURL(fileURLWithPath: folder.path("a.mov")))
        let track = try #require(asset.tracks(withMediaType: .video)[0].mediaTrack)
        let (_, output) = try asset.reading(.video, nil)
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4CMAFCompliant
        writer.preferredOutputSegmentInterval = .seconds(1)
        let input = AssetWriterInput(passingThrough: track)
        #expect(writer.add(input))
        _ = writer.segments
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for try await sample in output.samples where !input.append(sample) { break }
        #expect(writer.status == .failed)
        let message = writer.error?.message ?? ""
        #expect(message.contains("ProRes video") && message.contains("--encode"), "\(message)")
    }
}
