// Generated from the reference of stages by Scripts/generate-stages; do not edit.
public import Media
public import StageKit

extension BuiltInStage {
    /// Values of the option `edits` of `file.decode`.
    public enum FileDecodeEdits: String, CaseIterable, OptionValue {
        case apply
        case sequence
    }

    /// Values of the option `when-truncated` of `file.decode`.
    public enum FileDecodeWhenTruncated: String, CaseIterable, OptionValue {
        case fail
        case salvage
    }

    /// Values of the option `decoder` of `file.decode`.
    public enum FileDecodeDecoder: String, CaseIterable, OptionValue {
        case auto
        case va
        case v4l2
    }

    /// Values of the option `allow-missing`.
    public enum MissingKind: String, CaseIterable, OptionValue {
        case video
        case audio
    }

    /// `file.decode`: Decodes the video and audio tracks of any file that GStreamer decodes.
    ///
    /// - Parameters:
    ///   - path: File to decode.
    ///   - tracks: Tracks to decode: all, or a comma-separated list of kinds (video, audio, text), kinds with a
    ///     language (audio:de; audio:und for none) and numbers (track_ID of MP4, track number of Matroska, PID of a
    ///     transport stream, otherwise the stream's position from 1), with optional exclusions (all except text).
    ///     angles adds the other pictures of the video, such as those of further cameras (all,angles). A number or
    ///     language without a matching track is an error.
    ///   - edits: Edit lists that omit, repeat or pause media: apply them, or present all media in sequence as mp4.read
    ///     does, for use together with it.
    ///   - program: Program of a transport stream by its number; by default the first program with supported video,
    ///     otherwise with supported audio. Range: 0 to 65535.
    ///   - frameRate: Frame rate of video without a container; by default the rate that it declares.
    ///   - whenTruncated: Policy for truncated movies: fail, or read the complete part.
    ///   - decoder: Decoder of video: auto selects software, va and v4l2 hardware. Software replaces hardware that is
    ///     missing, does not support the codec or fails, with a warning. Not used for files that GStreamer
    ///     demultiplexes.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed. Range: 0 to 1000000000.
    ///   - allowMissing: Kinds of tracks (video, audio) of which the input may have some, but none that is supported.
    ///     They are left out then with a warning; by default the input is rejected.
    public static func fileDecode(
        path: String,
        tracks: TrackSelection? = nil,
        edits: FileDecodeEdits? = nil,
        program: Int? = nil,
        frameRate: Ratio? = nil,
        whenTruncated: FileDecodeWhenTruncated? = nil,
        decoder: FileDecodeDecoder? = nil,
        maxDamage: Int? = nil,
        allowMissing: [MissingKind]? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "file.decode")
        stage.set("path", path)
        stage.set("tracks", tracks)
        stage.set("edits", edits)
        stage.set("program", program)
        stage.set("frame-rate", frameRate)
        stage.set("when-truncated", whenTruncated)
        stage.set("decoder", decoder)
        stage.set("max-damage", maxDamage)
        stage.set("allow-missing", allowMissing)
        return stage
    }

    /// `file.read`: Reads the coded samples of any container that GStreamer demuxes, and of Matroska.
    ///
    /// - Parameters:
    ///   - path: File to read.
    ///   - tracks: Tracks to read: all, or a comma-separated list of kinds (video, audio, text), kinds with a language
    ///     (audio:de; audio:und for none) and numbers (track_ID of MP4, track number of Matroska, PID of a transport
    ///     stream, otherwise the stream's position from 1), with optional exclusions (all except text). angles adds the
    ///     other pictures of the video, such as those of further cameras (all,angles). A number or language without a
    ///     matching track is an error.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed. Range: 0 to 1000000000.
    ///   - allowMissing: Kinds of tracks (video, audio) of which the input may have some, but none that is supported.
    ///     They are left out then with a warning; by default the input is rejected.
    public static func fileRead(
        path: String,
        tracks: TrackSelection? = nil,
        maxDamage: Int? = nil,
        allowMissing: [MissingKind]? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "file.read")
        stage.set("path", path)
        stage.set("tracks", tracks)
        stage.set("max-damage", maxDamage)
        stage.set("allow-missing", allowMissing)
        return stage
    }

    /// `hls.decode`: Decodes a selected variant of an HLS presentation, live or VOD.
    ///
    /// - Parameters:
    ///   - url: Playlist: an http or https URL, or a file.
    ///   - prefer: Predicates for variants, tried in order, such as peakBitRate < 5000000.
    ///   - audio: Language of the audio, or * for all; by default the presentation's default audio.
    ///   - subtitles: Language of the subtitles, * for all, or none. Not decoded by hls.decode.
    ///   - tracks: Tracks to read: all, or a comma-separated list of kinds (video, audio, text), kinds with a language
    ///     (audio:de; audio:und for none) and numbers (track_ID of MP4, track number of Matroska, PID of a transport
    ///     stream, otherwise the stream's position from 1), with optional exclusions (all except text). angles adds the
    ///     other pictures of the video, such as those of further cameras (all,angles). A number or language without a
    ///     matching track is an error.
    ///   - inactivityTimeout: Inactivity timeout. The run fails if no data arrive for this long; by default three
    ///     target durations, at least 20 s. Range: 1s to 3600s.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed; not applied to live presentations. Range: 0 to 1000000000.
    ///   - trusted: Whether references in the server's playlists may lead to any address. Otherwise they may not lead
    ///     to addresses closer to this machine than the server.
    ///   - keys: Content keys of encrypted presentations (AES-128, cbcs, cenc). Other keys with KEYFORMAT identity are
    ///     loaded from the playlist's URI.
    public static func hlsDecode(
        url: String,
        prefer: [String]? = nil,
        audio: String? = nil,
        subtitles: String? = nil,
        tracks: TrackSelection? = nil,
        inactivityTimeout: MediaTime? = nil,
        maxDamage: Int? = nil,
        trusted: Bool? = nil,
        keys: OptionLiteral? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "hls.decode")
        stage.set("url", url)
        stage.set("prefer", prefer)
        stage.set("audio", audio)
        stage.set("subtitles", subtitles)
        stage.set("tracks", tracks)
        stage.set("inactivity-timeout", inactivityTimeout)
        stage.set("max-damage", maxDamage)
        stage.set("trusted", trusted)
        stage.set("keys", keys)
        return stage
    }

    /// `hls.read`: Reads the coded samples of a selected variant of an HLS presentation, live or VOD.
    ///
    /// - Parameters:
    ///   - url: Playlist: an http or https URL, or a file.
    ///   - prefer: Predicates for variants, tried in order, such as peakBitRate < 5000000.
    ///   - audio: Language of the audio, or * for all; by default the presentation's default audio.
    ///   - subtitles: Language of the subtitles, * for all, or none. Not decoded by hls.decode.
    ///   - tracks: Tracks to read: all, or a comma-separated list of kinds (video, audio, text), kinds with a language
    ///     (audio:de; audio:und for none) and numbers (track_ID of MP4, track number of Matroska, PID of a transport
    ///     stream, otherwise the stream's position from 1), with optional exclusions (all except text). angles adds the
    ///     other pictures of the video, such as those of further cameras (all,angles). A number or language without a
    ///     matching track is an error.
    ///   - inactivityTimeout: Inactivity timeout. The run fails if no data arrive for this long; by default three
    ///     target durations, at least 20 s. Range: 1s to 3600s.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed; not applied to live presentations. Range: 0 to 1000000000.
    ///   - trusted: Whether references in the server's playlists may lead to any address. Otherwise they may not lead
    ///     to addresses closer to this machine than the server.
    ///   - keys: Content keys of encrypted presentations (AES-128, cbcs, cenc). Other keys with KEYFORMAT identity are
    ///     loaded from the playlist's URI.
    public static func hlsRead(
        url: String,
        prefer: [String]? = nil,
        audio: String? = nil,
        subtitles: String? = nil,
        tracks: TrackSelection? = nil,
        inactivityTimeout: MediaTime? = nil,
        maxDamage: Int? = nil,
        trusted: Bool? = nil,
        keys: OptionLiteral? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "hls.read")
        stage.set("url", url)
        stage.set("prefer", prefer)
        stage.set("audio", audio)
        stage.set("subtitles", subtitles)
        stage.set("tracks", tracks)
        stage.set("inactivity-timeout", inactivityTimeout)
        stage.set("max-damage", maxDamage)
        stage.set("trusted", trusted)
        stage.set("keys", keys)
        return stage
    }

    /// Values of the option `when-truncated` of `mkv.read`.
    public enum MkvReadWhenTruncated: String, CaseIterable, OptionValue {
        case fail
        case salvage
    }

    /// `mkv.read`: Reads the coded samples of a Matroska or WebM file.
    ///
    /// - Parameters:
    ///   - path: Matroska or WebM file.
    ///   - tracks: Tracks to read: all, or a comma-separated list of kinds (video, audio, text), kinds with a language
    ///     (audio:de; audio:und for none) and numbers (track number), with optional exclusions (all except text).
    ///     angles adds the other pictures of the video, such as those of further cameras (all,angles). A number or
    ///     language without a matching track is an error.
    ///   - whenTruncated: Policy for truncated movies: fail, or read the complete part.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed. Range: 0 to 1000000000.
    ///   - allowMissing: Kinds of tracks (video, audio) of which the input may have some, but none that is supported.
    ///     They are left out then with a warning; by default the input is rejected.
    public static func mkvRead(
        path: String,
        tracks: TrackSelection? = nil,
        whenTruncated: MkvReadWhenTruncated? = nil,
        maxDamage: Int? = nil,
        allowMissing: [MissingKind]? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "mkv.read")
        stage.set("path", path)
        stage.set("tracks", tracks)
        stage.set("when-truncated", whenTruncated)
        stage.set("max-damage", maxDamage)
        stage.set("allow-missing", allowMissing)
        return stage
    }

    /// Values of the option `when-truncated` of `mp4.read`.
    public enum Mp4ReadWhenTruncated: String, CaseIterable, OptionValue {
        case fail
        case salvage
    }

    /// `mp4.read`: Reads the coded samples of an MP4, QuickTime or fragmented MP4 file.
    ///
    /// - Parameters:
    ///   - path: Movie file.
    ///   - tracks: Tracks to read: all, or a comma-separated list of kinds (video, audio, text), kinds with a language
    ///     (audio:de; audio:und for none) and numbers (track_ID), with optional exclusions (all except text). angles
    ///     adds the other pictures of the video, such as those of further cameras (all,angles). A number or language
    ///     without a matching track is an error.
    ///   - whenTruncated: Policy for truncated movies: fail, or read the complete part.
    ///   - keys: Content keys of encrypted fragmented files (cbcs, cenc), which are decrypted to a temporary file
    ///     first.
    ///   - allowMissing: Kinds of tracks (video, audio) of which the input may have some, but none that is supported.
    ///     They are left out then with a warning; by default the input is rejected.
    public static func mp4Read(
        path: String,
        tracks: TrackSelection? = nil,
        whenTruncated: Mp4ReadWhenTruncated? = nil,
        keys: OptionLiteral? = nil,
        allowMissing: [MissingKind]? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "mp4.read")
        stage.set("path", path)
        stage.set("tracks", tracks)
        stage.set("when-truncated", whenTruncated)
        stage.set("keys", keys)
        stage.set("allow-missing", allowMissing)
        return stage
    }

    /// Values of the option `syntax` of `text.read`.
    public enum TextReadSyntax: String, CaseIterable, OptionValue {
        case webvtt
        case srt
        case ass
        case ttml
    }

    /// `text.read`: Reads a subtitle file in WebVTT, SubRip, Advanced SubStation Alpha or TTML.
    ///
    /// - Parameters:
    ///   - path: Subtitle file: WebVTT, SubRip, Advanced SubStation Alpha or TTML.
    ///   - syntax: Format of the file; by default detected from its first line.
    ///   - offset: Offset added to all times; may be negative.
    ///   - textEncoding: Encoding of the file, such as windows-1252, shift_jis or gb18030; by default UTF-8, or one
    ///     that its bytes and its language suggest, with a warning.
    public static func textRead(
        path: String,
        syntax: TextReadSyntax? = nil,
        offset: MediaTime? = nil,
        textEncoding: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "text.read")
        stage.set("path", path)
        stage.set("syntax", syntax)
        stage.set("offset", offset)
        stage.set("text-encoding", textEncoding)
        return stage
    }

    /// `ts.read`: Reads the coded samples of an MPEG-2 transport stream, or of audio or video without a container.
    ///
    /// - Parameters:
    ///   - path: Input file: transport packets of 188, 192 (M2TS) or 204 bytes, or H.264, HEVC, AV1, AAC, AC-3, E-AC-3
    ///     or MPEG audio without a container.
    ///   - tracks: Tracks to read.
    ///   - program: Program of a transport stream by its number; by default the first program with supported video,
    ///     otherwise with supported audio. Range: 0 to 65535.
    ///   - frameRate: Frame rate of video without a container; by default the rate that it declares.
    ///   - maxDamage: Maximum number of lost or damaged frames per track; above it, the run continues to its end and
    ///     counts as failed. Range: 0 to 1000000000.
    ///   - allowMissing: Kinds of tracks (video, audio) of which the input may have some, but none that is supported.
    ///     They are left out then with a warning; by default the input is rejected.
    public static func tsRead(
        path: String,
        tracks: TrackSelection? = nil,
        program: Int? = nil,
        frameRate: Ratio? = nil,
        maxDamage: Int? = nil,
        allowMissing: [MissingKind]? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "ts.read")
        stage.set("path", path)
        stage.set("tracks", tracks)
        stage.set("program", program)
        stage.set("frame-rate", frameRate)
        stage.set("max-damage", maxDamage)
        stage.set("allow-missing", allowMissing)
        return stage
    }
}
