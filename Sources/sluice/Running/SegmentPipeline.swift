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
    var encodes: Bool
    var isSingleFile: Bool
    /// The number of lost or damaged frames that is tolerated per track.
    var maxDamage = 0

    /// The stages, as a pipeline file would name them.
    var document: PipelineDocument {
        PipelineDocument(
            name: "segment", stages: (encodes && !isText ? encoding : passthrough) + [playlists, folder])
    }

    /// Whether the input is a file of subtitles, which nothing has to decode.
    private var isText: Bool { SubtitleSignature.isSubtitles(input) }

    private var passthrough: [StageDefinition] {
        if isText { return [source("text.read"), segments(from: ["movie"])] }
        let kind = MovieSignature.isMovie(input) ? "mp4.read" : "file.read"
        return [source(kind), segments(from: ["movie"])]
    }

    private var encoding: [StageDefinition] {
        [
            source("file.decode"),
            StageDefinition(
                "keyframes", use: "keyframe.force", from: ["movie"], with: [entry("interval", interval.optionText)]),
            StageDefinition("video", use: "video.encode", from: ["keyframes"]),
            StageDefinition("audio", use: "audio.encode", from: ["movie"]),
            segments(from: ["video", "audio"]),
        ]
    }

    private func source(_ kind: String) -> StageDefinition {
        // A movie box that is wrong ends `mp4.read` with an error, and it does not look into samples.
        let damage = kind == "mp4.read" || kind == "text.read" ? [] : [entry("max-damage", "\(maxDamage)")]
        return StageDefinition("movie", use: LocatedText(kind), with: [entry("path", input)] + damage)
    }

    private func segments(from inputs: [LocatedText]) -> StageDefinition {
        StageDefinition(
            "segments", use: "fmp4.segment", from: inputs,
            with: [entry("profile", profile), entry("interval", interval.optionText)])
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

/// Tells movies of the MP4 family by their first bytes.
enum MovieSignature {
    /// Whether the file begins as MP4, MOV or fragmented MP4 do, or cannot be read, which the reader will say.
    static func isMovie(_ path: String) -> Bool {
        guard let bytes = FileHead.read(path, count: 8), bytes.count == 8 else { return true }
        let type = String(decoding: bytes[4...], as: UTF8.self)
        return ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "pnot"].contains(type)
    }
}

/// The first bytes of a file.
enum FileHead {
    /// At most `count` bytes; nil when the file cannot be read.
    static func read(_ path: String, count: Int) -> [UInt8]? {
        guard let descriptor = try? RegularFile.open(path) else { return nil }
        defer { close(descriptor) }
        var got = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            got = Glibc.read(descriptor, buffer.baseAddress, count)
            used = max(got, 0)
        }
        return got < 0 ? nil : bytes
    }
}
