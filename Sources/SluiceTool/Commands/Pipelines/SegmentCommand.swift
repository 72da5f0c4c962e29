import Media
import PackagingStages
import Sluice
import StageKit

/// Packages a movie without a pipeline file.
enum SegmentCommand: Command {
    static let name = "segment"
    static let abstract = "Package a movie as HLS with fragmented MP4, without encoding unless --encode is set."
    static let usage = "INPUT OUTPUT-FOLDER"
    static let words = 2...2
    static let acceptsGStreamerOptions = true
    static var options: [CommandOption] {
        [
            CommandOption("interval", "i", .value("TIME"), "Segment duration; default: 6s"),
            CommandOption(
                "profile", "p", .value("PROFILE"), "apple-hls or cmaf; default: apple-hls",
                words: ["apple-hls", "cmaf"]),
            CommandOption(
                "random-access", nil, .value("KIND"),
                "Segment starts: idr, cra for open GOPs of HEVC, or recovery for these and H.264 without IDR pictures; "
                    + "default: by profile",
                words: ["idr", "cra", "recovery"]),
            CommandOption(
                "frame-rate", nil, .value("RATE"),
                "Frame rate of H.264, HEVC or AV1 without a container, such as 25 or 30000/1001; default: as it declares"
            ),
            CommandOption(
                "program", nil, .value("NUMBER"),
                "Program of a transport stream; default: the first one with video, otherwise with audio"),
            CommandOption("salvage", nil, .flag, "Read the complete part of a truncated movie; default: fail"),
            CommandOption(
                "tracks", "t", .value("SELECTION"),
                "Tracks by kind, language and number, such as video,audio:de or 1,3; default: all",
                words: ["all", "video", "audio", "text", "angles"]),
            CommandOption(
                "video-group", nil, .flag,
                "Present all pictures of the video, such as those of two cameras, as a group; default: the first one"),
            CommandOption(
                "encode", "e", .choice("KIND", EncodedKinds.allCases.map(\.rawValue), implied: "all"),
                "Tracks to encode: all, audio or video; keyframe per interval"),
            CommandOption(
                "allow-damage", nil, .value("FRAMES"), "Maximum lost or damaged frames per track; default: 0"),
            CommandOption(
                "allow-missing", nil, .value("KINDS"),
                "video, audio: go on without them if the movie has none that is supported; default: fail",
                words: EssentialTracks.allCases.map(\.rawValue)),
            CommandOption(
                "text-encoding", nil, .value("NAME"),
                "Encoding of a subtitle file, such as windows-1252; default: UTF-8, or recognized with a warning"),
            CommandOption("no-chapters", nil, .flag, "Leave out the chapters of the movie"),
            CommandOption("single-file", nil, .flag, "One file per rendition, with byte ranges"),
            CommandOption(
                "encrypt", nil, .choice("METHOD", SegmentProtection.Method.allCases.map(\.rawValue), implied: "cbcs"),
                "Encryption of audio and video: cbcs for all DRM systems, cenc, or aes-128 for whole segments"),
            CommandOption("key-file", nil, .value("FILE"), "Keys as 'sluice keys new' writes them"),
            CommandOption(
                "key-uri", nil, .value("URI"), "URI from which players load the key; {kid} is the key identifier"),
            CommandOption(
                "drm", nil, .value("SYSTEMS"),
                "Key systems to declare: fairplay, widevine, playready, clearkey, common",
                words: ["fairplay", "widevine", "playready", "clearkey", "common"]),
        ] + RunSettings.options
    }
    static let examples = [
        "movie.mp4 Output/movie", "movie.mkv Output/movie --encode --interval 4s",
        "movie.mkv Output/movie --encode audio --tracks video,audio:en",
        "movie.mp4 Output/movie --profile cmaf --single-file",
        "movie.mp4 Output/movie --encrypt cbcs --key-file keys.json --drm widevine,playready,fairplay",
    ]

    private static func encodedKinds(_ arguments: Arguments) throws(UsageError) -> EncodedKinds? {
        guard let text = arguments.value("encode") else { return nil }
        guard let kinds = EncodedKinds(rawValue: text) else {
            throw UsageError.unknown("kind for --encode", text, among: EncodedKinds.allCases.map(\.rawValue))
        }
        return kinds
    }

    private static func allowMissing(_ arguments: Arguments) throws(UsageError) -> [EssentialTracks] {
        var kinds: [EssentialTracks] = []
        for text in arguments.value("allow-missing")?.split(separator: ",").map(String.init) ?? [] {
            guard let kind = EssentialTracks(rawValue: text) else {
                throw UsageError.unknown(
                    "kind for --allow-missing", text, among: EssentialTracks.allCases.map(\.rawValue))
            }
            kinds.append(kind)
        }
        return kinds
    }

    private static func encryption(_ arguments: Arguments) throws(UsageError) -> SegmentEncryptionChoice? {
        let (file, uri, systems) = (arguments.value("key-file"), arguments.value("key-uri"), arguments.value("drm"))
        guard let text = arguments.value("encrypt") else {
            if let name = [("key-file", file), ("key-uri", uri), ("drm", systems)].first(where: { $0.1 != nil })?.0 {
                throw UsageError("--\(name) requires --encrypt")
            }
            return nil
        }
        guard let method = SegmentProtection.Method(rawValue: text) else {
            throw UsageError.unknown(
                "method for --encrypt", text, among: SegmentProtection.Method.allCases.map(\.rawValue))
        }
        guard let file else {
            throw UsageError(
                "--encrypt requires --key-file", notes: ["'sluice keys new' creates a file with random keys"])
        }
        guard uri != nil || systems != nil else {
            throw UsageError(
                "--encrypt requires --key-uri or --drm: without them, playlists name no key, and no player can play "
                    + "the output",
                notes: [
                    "--key-uri URI for players that load the key itself, such as --key-uri https://keys.example/{kid}",
                    "--drm widevine,playready,fairplay for players with a DRM system",
                ])
        }
        return SegmentEncryptionChoice(
            method: method, keyFile: file, keyURI: uri,
            systems: systems?.split(separator: ",").map { String($0.trimmingPrefix(" ")) } ?? [])
    }

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        StatusSignal.ignore()
        let settings = try RunSettings(arguments)
        let interval: MediaTime? = try arguments.option("interval")
        let frameRate: Ratio? = try arguments.option("frame-rate")
        let reader = MediaReader(path: arguments.words[0])
        if frameRate != nil, reader != .transport {
            throw UsageError("--frame-rate applies only to H.264, HEVC and AV1 without a container")
        }
        let program: Int? = try arguments.option("program")
        if program != nil, reader != .transport {
            throw UsageError("--program applies only to transport streams")
        }
        if arguments.has("salvage"), reader != .movie, reader != .matroska {
            throw UsageError("--salvage applies only to MP4, QuickTime, Matroska and WebM")
        }
        let tracks: TrackSelection = try arguments.option("tracks") ?? .all
        let pipeline = SegmentPipeline(
            input: arguments.words[0], output: arguments.words[1], interval: interval ?? .seconds(6),
            profile: arguments.value("profile") ?? "apple-hls", encodes: try encodedKinds(arguments),
            tracks: arguments.has("video-group") ? tracks.withAngles : tracks,
            isSingleFile: arguments.has("single-file"),
            maxDamage: try arguments.option("allow-damage") ?? 0, frameRate: frameRate,
            program: program, salvages: arguments.has("salvage"),
            randomAccess: arguments.value("random-access"),
            encryption: try encryption(arguments), hasChapters: !arguments.has("no-chapters"),
            allowMissing: try allowMissing(arguments), textEncoding: arguments.value("text-encoding"))
        do throws(PipelineError) {
            return await PipelineRunner(try pipeline.makePipeline(), settings, RunLog(settings)).run()
        } catch {
            guard case .invalid(let diagnostics) = error, let first = diagnostics.all.first else {
                throw UsageError("contradicting options")
            }
            throw UsageError(first.message, notes: first.notes)
        }
    }
}
