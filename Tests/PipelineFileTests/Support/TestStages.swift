import Media
import StageKit

/// A catalogue with kinds like the real ones, which do nothing.
let testCatalogue: StageCatalogue = {
    var catalogue = StageCatalogue()
    catalogue.register(PatternSource.self)
    catalogue.register(MovieSource.self)
    catalogue.register(MarkTransform.self)
    catalogue.register(EncodeProcessor.self)
    catalogue.register(SegmentTransform.self)
    catalogue.register(PlaylistTransform.self)
    catalogue.register(FolderSink.self)
    catalogue.register(OriginSink.self)
    return catalogue
}()

struct PatternSource: Source {
    struct Options: StageOptions {
        var size = PixelSize(width: 1280, height: 720)
        var rate = Ratio(30)
        var live = false
        var whenFull = OverflowPolicy.wait
        static let fields: [OptionField<Options>] = [
            .option("size", \.size, "the frame size"),
            .option("rate", \.rate, "frames per second"),
            .option("live", \.live, "whether output is paced in real time"),
            .option("when-full", \.whenFull, "the behaviour when the output is full"),
        ]
    }
    static let kind = "test.video"
    static let abstract = "Creates a test pattern."
    init(options: Options) {}
    func run(output: any Outlet<Frame>, context: StageContext) async throws {}
}

struct MovieSource: Source {
    struct Options: StageOptions {
        var path = ""
        static let fields: [OptionField<Options>] = [.required("path", \.path, "the movie")]
    }
    static let kind = "mp4.read"
    static let abstract = "Reads the samples of a movie."
    let path: String
    init(options: Options) { path = options.path }
    func run(output: any Outlet<Sample>, context: StageContext) async throws {}
}

struct MarkTransform: Transform {
    struct Options: StageOptions {
        var interval = MediaTime.seconds(6)
        static let fields: [OptionField<Options>] = [
            .option("interval", \.interval, in: .milliseconds(100) ... .seconds(60), "the distance of the marks")
        ]
    }
    static let kind = "keyframe.force"
    static let abstract = "Marks the frames that begin segments."
    init(options: Options) {}
    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {}
}

struct EncodeProcessor: Processor {
    enum Codec: String, OptionValue, CaseIterable { case h264, hevc }
    struct Options: StageOptions {
        var codec = Codec.h264
        var bitrate = BitRate.kilobits(3000)
        var lookAhead = 40
        var layers: [Int] = []
        static let fields: [OptionField<Options>] = [
            .option("codec", \.codec, "the codec"),
            .option("bitrate", \.bitrate, "the average bit rate"),
            .option("look-ahead", \.lookAhead, in: 0...250, "the number of frames of look-ahead"),
            .option("layers", \.layers, "the layers"),
        ]
    }
    static let kind = "video.encode"
    static let abstract = "Encodes frames."
    init(options: Options) throws {
        if options.codec == .hevc, options.lookAhead > 100 {
            throw StageError(.invalidOptions, "hevc looks at most 100 frames ahead")
        }
    }
    func run(input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext) async throws {}
}

struct SegmentTransform: Transform {
    struct Options: StageOptions {
        var interval = MediaTime.seconds(6)
        static let fields: [OptionField<Options>] = [.option("interval", \.interval, "the segment duration")]
    }
    static let kind = "fmp4.segment"
    static let abstract = "Creates segments."
    init(options: Options) {}
    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Segment>) {}
}

struct PlaylistTransform: Transform {
    struct Options: StageOptions {
        var window: Int?
        static let fields: [OptionField<Options>] = [
            .option("window", \.window, in: 3...1000, "the number of segments in a live playlist")
        ]
    }
    static let kind = "hls.playlist"
    static let abstract = "Writes playlists."
    init(options: Options) {}
    mutating func receive(_ message: Message<Segment>, _ effects: inout Effects<Resource>) {}
}

struct FolderSink: Sink {
    struct Options: StageOptions {
        var path = ""
        var limit = ByteCount(1 << 30)
        static let fields: [OptionField<Options>] = [
            .required("path", \.path, "the folder"),
            .option("limit", \.limit, "the maximum size of its contents"),
        ]
    }
    static let kind = "file.folder"
    static let abstract = "Stores resources in a folder."
    init(options: Options) {}
    func run(input: any Inlet<Resource>, context: StageContext) async throws {}
}

struct OriginSink: Sink {
    struct Options: StageOptions {
        var listen = ""
        var token = Secret()
        var name = ""
        static let fields: [OptionField<Options>] = [
            .option("name", \.name, "the name of the presentation"),
            .option("listen", \.listen, "the address"), .option("token", \.token, "the token of requests"),
        ]
    }
    static let kind = "http.origin"
    static let abstract = "Serves files."
    init(options: Options) {}
    func run(input: any Inlet<Resource>, context: StageContext) async throws {}
}
