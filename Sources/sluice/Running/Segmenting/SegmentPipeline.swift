import Glibc
import Media
import PipelineFile
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
    /// The random access points at which segments start; nil for the profile's default.
    var randomAccess: String?

    /// The document of the equivalent pipeline file.
    var document: PipelineDocument {
        PipelineDocument(
            name: "segment", stages: stages + [playlists, folder])
    }

    /// Whether the input is a subtitle file, which is never decoded.
    private var isText: Bool { SubtitleSignature.isSubtitles(input) }

    private var stages: [StageDefinition] {
        if isText { return [source("movie", "text.read", .all), segments(from: ["movie"])] }
        return switch encodes {
        case nil: [source("movie", reader, tracks), segments(from: ["movie"])]
        case .all:
            [source("movie", "file.decode", tracks)] + video(from: "movie") + [
                audio(from: "movie"), segments(from: ["video", "audio"]),
            ]
        case .audio:
            mixed(.audio) + [audio(from: "decoded"), segments(from: ["movie", "audio"])]
        case .video:
            mixed(.video) + video(from: "decoded") + [segments(from: ["movie", "video"])]
        }
    }

    /// Returns two sources of the file: one for the passed-through tracks, one for the encoded tracks.
    private func mixed(_ kinds: EncodedKinds) -> [StageDefinition] {
        [
            source("movie", reader, tracks.excluding(kinds.encoded)),
            source("decoded", "file.decode", tracks.excluding(kinds.passedThrough)),
        ]
    }

    private var reader: String { MediaReader(path: input).kind }

    private func video(from source: LocatedText) -> [StageDefinition] {
        [
            StageDefinition(
                "keyframes", use: "keyframe.force", from: [source], with: [entry("interval", interval.optionText)]),
            StageDefinition("video", use: "video.encode", from: ["keyframes"]),
        ]
    }

    private func audio(from source: LocatedText) -> StageDefinition {
        StageDefinition("audio", use: "audio.encode", from: [source])
    }

    private func source(_ name: LocatedText, _ kind: String, _ tracks: TrackSelection) -> StageDefinition {
        // `mp4.read` does not decode samples, so it has no damage limit; it fails on an invalid movie box.
        let damage = kind == "mp4.read" || kind == "text.read" ? [] : [entry("max-damage", "\(maxDamage)")]
        let selection = tracks == .all ? [] : [entry("tracks", tracks.optionText)]
        return StageDefinition(name, use: LocatedText(kind), with: [entry("path", input)] + selection + damage)
    }

    private func segments(from inputs: [LocatedText]) -> StageDefinition {
        StageDefinition(
            "segments", use: "fmp4.segment", from: inputs,
            with: [entry("profile", profile), entry("interval", interval.optionText)]
                + (randomAccess.map { [entry("random-access", $0)] } ?? []))
    }

    private var playlists: StageDefinition {
        StageDefinition(
            "playlists", use: "hls.playlist", from: ["segments"],
            with: [entry("type", "vod"), entry("packaging", isSingleFile ? "single-file" : "files")])
    }

    private var folder: StageDefinition {
        StageDefinition("folder", use: "file.folder", from: ["playlists"], with: [entry("path", output)])
    }

    private func entry(_ key: String, _ text: String) -> OptionNode.Entry {
        .init(key: key, value: OptionNode(.scalar(text, isQuoted: true)))
    }
}
