import Foundation

/// A movie with a moving test pattern and a tone, small enough to be made in a second.
struct Movie: Sendable, CustomStringConvertible {
    var description: String
    var seconds = 10
    var size = "320x180"
    var rate = "30"
    /// Whether frames are dropped at irregular intervals.
    var hasVariableRate = false
    /// The number of frames between sync samples.
    var keyframeDistance = 30
    var bFrames = 2
    var hasVideo = true
    var hasAudio = true
    /// The file name extension of the container.
    var container = "mp4"
    /// The muxer options.
    var writing: [String] = []

    var isFragmented: Bool { writing.contains { $0.contains("frag_") } }

    /// Returns the file, made on first use.
    func file() async throws -> URL {
        try await made("movie.\(container)", byFFmpeg: arguments)
    }

    private var arguments: [String] {
        var inputs: [String] = []
        var coding: [String] = []
        if hasVideo {
            inputs += ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=\(seconds)"]
            coding += [
                "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "\(bFrames)",
                "-g", "\(keyframeDistance)", "-keyint_min", "\(keyframeDistance)", "-sc_threshold", "0",
            ]
            if hasVariableRate { coding += ["-vf", "select='lt(mod(n*n,11),6)'", "-vsync", "vfr"] }
        }
        if hasAudio {
            inputs += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)"]
            coding += ["-c:a", "aac", "-b:a", "96k"]
        }
        return inputs + coding + writing
    }
}

extension Movie {
    /// The reference input: 30 s at 30 frames/s with a sync sample every second.
    static let main = Movie(description: "the main job", seconds: 30, size: "1280x720")
    static let small = Movie(description: "H.264 and AAC with B-frames and edit lists")
    static let withoutBFrames = Movie(description: "no B-frames", bFrames: 0)
    static let withoutEditLists = Movie(description: "no edit lists", writing: ["-use_editlist", "0"])
    static let withoutEither = Movie(
        description: "no B-frames and no edit lists", bFrames: 0, writing: ["-use_editlist", "0"])
    static let fragmented = Movie(
        description: "fragmented MP4", writing: ["-movflags", "frag_keyframe+delay_moov+default_base_moof"])
    static let quickTime = Movie(description: "QuickTime", container: "mov")
    static let faststart = Movie(description: "moov first", writing: ["-movflags", "faststart"])
    static let matroska = Movie(description: "Matroska", container: "mkv")
    static let transportStream = Movie(description: "MPEG-2 TS", container: "ts")
    static let sparse = Movie(description: "a sync sample every 10 s", seconds: 30, keyframeDistance: 300)
    static let silent = Movie(description: "video only", hasAudio: false)
    static let soundOnly = Movie(description: "audio only", hasVideo: false, container: "m4a")

    /// A movie for each common frame rate, and one with a variable rate.
    static let rates: [Movie] =
        ["24", "25", "30000/1001", "30", "50", "60000/1001", "60"].map {
            Movie(description: "\($0) frames/s", rate: $0)
        } + [Movie(description: "variable rate", rate: "60", hasVariableRate: true)]
}
