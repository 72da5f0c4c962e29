import Foundation

/// Two seconds of media in one codec, encoded by ffmpeg.
struct CodecMovie: Sendable, CustomStringConvertible {
    var description: String
    var isVideo: Bool
    /// The ffmpeg options for the codec.
    var coding: [String]
    /// Returns the expected CODECS string for a stream that ffprobe describes.
    var name: @Sendable (ProbedStream) -> String

    /// Returns the file in a container, made on first use.
    func file(_ container: String = "mp4") async throws -> URL {
        let source =
            isVideo
            ? "testsrc2=size=320x180:rate=30:duration=2" : "sine=frequency=440:sample_rate=48000:duration=2"
        return try await made(
            "codec.\(container)", byFFmpeg: ["-f", "lavfi", "-i", source] + coding + ["-strict", "-2"])
    }

    private static func video(_ name: String, _ coding: [String], _ codec: @escaping @Sendable (ProbedStream) -> String)
        -> CodecMovie
    {
        CodecMovie(description: name, isVideo: true, coding: ["-pix_fmt", "yuv420p", "-g", "30"] + coding, name: codec)
    }

    private static func audio(_ name: String, _ coding: [String], _ codec: String) -> CodecMovie {
        CodecMovie(description: name, isVideo: false, coding: coding) { _ in codec }
    }

    static let h264 = video("H.264", ["-c:v", "libx264", "-preset", "ultrafast"]) { stream in
        // x264 determines the constraint bits of the Baseline profile.
        String(format: "avc1.42c0%02x", stream.level)
    }
    static let hevc = video("HEVC", x265("open-gop=0:keyint=30:min-keyint=30")) { "hvc1.1.6.L\($0.level).90" }
    static let openHEVC = video("HEVC with open groups", x265("open-gop=1:keyint=30:min-keyint=30")) {
        "hvc1.1.6.L\($0.level).90"
    }
    static let hdr10 = video(
        "HEVC of high dynamic range",
        x265(
            "open-gop=0:keyint=30:min-keyint=30:max-cll=1000,400:hdr-opt=1:repeat-headers=1:master-display="
                + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)")
            + ["-pix_fmt", "yuv420p10le"] + wide("smpte2084")
    ) { "hvc1.2.4.L\($0.level).90" }
    static let hlg = video(
        "HEVC with HLG",
        x265("open-gop=0:keyint=30:min-keyint=30") + ["-pix_fmt", "yuv420p10le"] + wide("arib-std-b67")
    ) { "hvc1.2.4.L\($0.level).90" }
    static let av1 = video("AV1", ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-b:v", "200k"]) {
        String(format: "av01.0.%02dM.08", $0.level)
    }
    static let vp9 = video("VP9", ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime", "-b:v", "200k"]) {
        _ in
        // 320x180 at 30 frames per second: 1.7 million samples per second, level 1.1.
        "vp09.00.11.08"
    }
    static let aac = audio("AAC", ["-c:a", "aac"], "mp4a.40.2")
    static let opus = audio("Opus", ["-c:a", "libopus"], "opus")
    static let flac = audio("FLAC", ["-c:a", "flac"], "fLaC")
    static let ac3 = audio("AC-3", ["-c:a", "ac3"], "ac-3")
    static let eac3 = audio("E-AC-3", ["-ac", "6", "-c:a", "eac3"], "ec-3")
    static let alac = audio("ALAC", ["-c:a", "alac"], "alac")
    static let mp3 = audio("MP3", ["-c:a", "libmp3lame"], "mp4a.6B")

    static let all = [h264, hevc, hdr10, hlg, av1, vp9, aac, opus, flac, ac3, eac3, alac, mp3]

    private static func x265(_ options: String) -> [String] {
        ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", "log-level=error:\(options)"]
    }

    private static func wide(_ transfer: String) -> [String] {
        // ffmpeg 7 reads the colour properties from the frames only.
        ["-vf", "setparams=color_primaries=bt2020:color_trc=\(transfer):colorspace=bt2020nc"]
            + ["-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc"]
    }
}

/// A stream as described by ffprobe.
struct ProbedStream: Decodable, Sendable {
    struct SideData: Decodable, Sendable {
        var side_data_type: String
        var rotation: Int?
        var max_luminance: String?
        var max_content: Int?
    }

    var codec_name: String
    var level: Int = 0
    var width: Int?
    var height: Int?
    var color_transfer: String?
    var field_order: String?
    var pix_fmt: String?
    var channels: Int?
    var side_data_list: [SideData]?

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        codec_name = try values.decode(String.self, forKey: .codec_name)
        level = try values.decodeIfPresent(Int.self, forKey: .level) ?? 0
        width = try values.decodeIfPresent(Int.self, forKey: .width)
        height = try values.decodeIfPresent(Int.self, forKey: .height)
        color_transfer = try values.decodeIfPresent(String.self, forKey: .color_transfer)
        field_order = try values.decodeIfPresent(String.self, forKey: .field_order)
        pix_fmt = try values.decodeIfPresent(String.self, forKey: .pix_fmt)
        channels = try values.decodeIfPresent(Int.self, forKey: .channels)
        side_data_list = try values.decodeIfPresent([SideData].self, forKey: .side_data_list)
    }

    enum CodingKeys: CodingKey {
        case codec_name, level, width, height, color_transfer, field_order, pix_fmt, channels, side_data_list
    }

    /// Returns the first stream of a type in a file.
    static func first(_ type: String, of file: URL, in scratch: Scratch) async throws -> ProbedStream {
        struct Streams: Decodable { var streams: [ProbedStream] }
        let outcome = try await scratch.run(
            "ffprobe",
            ["-v", "error", "-select_streams", type.prefix(1) + ":0", "-show_streams", "-of", "json", file.path]
        ).succeeded()
        let streams = try JSONDecoder().decode(Streams.self, from: Data(outcome.output.utf8)).streams
        guard let first = streams.first else { throw Unable("no \(type) in \(file.path)") }
        return first
    }
}
