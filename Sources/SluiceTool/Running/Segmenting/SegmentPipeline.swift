import Glibc
import Media
import PackagingStages
import ReadingStages
import Sluice
import StageKit
import SystemFiles

/// The pipeline that turns one movie into HLS.
struct SegmentPipeline {
    var input: String
    var output: String
    var interval: MediaTime
    var profile: String
    /// The kinds of tracks to encode; nil passes all tracks through.
    var encodes: EncodedKinds?
    var tracks = TrackSelection.all
    var isSingleFile: Bool
    /// The maximum number of lost or damaged frames per track.
    var maxDamage = 0
    /// The frame rate of video without a container; nil for the rate that it declares.
    var frameRate: Ratio?
    /// The program of a transport stream; nil for the first one with video, otherwise with audio.
    var program: Int?
    /// Whether the complete part of a truncated movie is read.
    var salvages = false
    /// The random access points at which segments start; nil for the profile's default.
    var randomAccess: String?
    /// The encryption of the segments; nil for clear ones.
    var encryption: SegmentEncryptionChoice?
    var hasChapters = true
    /// The kinds of tracks without which the movie is packaged if none is supported.
    var allowMissing: [EssentialTracks] = []
    /// The encoding of a subtitle file; nil to recognize it.
    var textEncoding: String?

    /// Returns the checked pipeline.
    func makePipeline() throws(PipelineError) -> Pipeline {
        try Pipeline("segment") {
            stages
            if let encryption { encrypted(encryption) }
            PipelineStage("playlists", use: "hls.playlist", with: listing)
            PipelineStage("folder", use: "file.folder", with: ["path": .value(output)])
        }
    }

    /// Whether the input is a subtitle file, which is never decoded.
    private var isText: Bool { SubtitleSignature.isSubtitles(input) }

    private var stages: [PipelineStage] {
        if isText { return [source("movie", "text.read", .all), segments(from: ["movie"])] }
        return switch encodes {
        case nil: [source("movie", reader, tracks), segments(from: ["movie"])]
        case .all: encoded
        case .audio:
            mixed(.audio) + [audio(from: "decoded"), segments(from: ["movie", "audio"])]
        case .video:
            mixed(.video) + video(from: "decoded") + [segments(from: ["movie", "video"])]
        }
    }

    /// Encodes video and audio, and passes text through where a reader of this package reads it.
    private var encoded: [PipelineStage] {
        let stages = [source("movie", "file.decode", tracks)] + video(from: "movie") + [audio(from: "movie")]
        guard tracks.selects(.text), MediaReader.hasText(path: input) else {
            return stages + [segments(from: ["video", "audio"])]
        }
        return stages + [
            source("text", reader, tracks.excluding([.video, .audio])), segments(from: ["video", "audio", "text"]),
        ]
    }

    /// Returns two sources of the file: one for the passed-through tracks, one for the encoded tracks. Both present the same
    /// media.
    private func mixed(_ kinds: EncodedKinds) -> [PipelineStage] {
        [
            source("movie", reader, tracks.excluding(kinds.encoded)),
            source("decoded", "file.decode", tracks.excluding(kinds.passedThrough)),
        ]
    }

    private var reader: String { MediaReader(path: input).kind }

    private func video(from source: StageInputs) -> [PipelineStage] {
        [
            PipelineStage("keyframes", use: "keyframe.force", from: source, with: ["interval": .value(interval)]),
            PipelineStage("video", use: "video.encode"),
        ]
    }

    private func audio(from source: StageInputs) -> PipelineStage {
        PipelineStage("audio", use: "audio.encode", from: source)
    }

    private func source(_ name: String, _ kind: String, _ tracks: TrackSelection) -> PipelineStage {
        var options: OptionLiteral = ["path": .value(input)]
        if tracks != .all { options["tracks"] = .value(tracks) }
        let isDecoded = kind == "file.decode"
        if !allowMissing.isEmpty, kind != "text.read" {
            options[EssentialTracks.optionName] = .value(allowMissing.map(\.rawValue))
        }
        // `mp4.read` does not decode samples, so it has no damage limit; it fails on an invalid movie box.
        if kind != "mp4.read", kind != "text.read" { options["max-damage"] = .value(maxDamage) }
        if isDecoded, encodes != .all { options["edits"] = .value(FileDecode.EditPolicy.sequence) }
        if kind == "text.read", let textEncoding { options["text-encoding"] = .value(textEncoding) }
        if isDecoded || kind == "ts.read", let frameRate { options["frame-rate"] = .value(frameRate) }
        if isDecoded || kind == "ts.read", let program { options["program"] = .value(program) }
        if isDecoded || kind == "mp4.read" || kind == "mkv.read", salvages {
            options["when-truncated"] = .value(TruncationPolicy.salvage.rawValue)
        }
        return PipelineStage(name, use: kind, with: options)
    }

    private func encrypted(_ choice: SegmentEncryptionChoice) -> PipelineStage {
        var options: OptionLiteral = [
            "method": .value(choice.method.rawValue), "keys": ["file": .value(choice.keyFile)],
        ]
        if let uri = choice.keyURI { options["key-uri"] = .value(uri) }
        if !choice.systems.isEmpty { options["systems"] = .value(choice.systems) }
        return PipelineStage("encrypted", use: "fmp4.encrypt", with: options)
    }

    private var listing: OptionLiteral {
        var options: OptionLiteral = ["type": "vod", "packaging": isSingleFile ? "single-file" : "files"]
        if !hasChapters { options["chapters"] = .value(false) }
        return options
    }

    private func segments(from inputs: StageInputs) -> PipelineStage {
        var options: OptionLiteral = ["profile": .value(profile), "interval": .value(interval)]
        if let randomAccess { options["random-access"] = .value(randomAccess) }
        return PipelineStage("segments", use: "fmp4.segment", from: inputs, with: options)
    }
}
