// Generated from the reference of stages by Scripts/generate-stages; do not edit.
public import Media
public import StageKit

extension BuiltInStage {
    /// Values of the option `type` of `dash.manifest`.
    public enum DashManifestType: String, CaseIterable, OptionValue {
        case vod
        case event
        case live
    }

    /// `dash.manifest`: Describes the segments of playlists as DASH, in an MPD next to them.
    ///
    /// - Parameters:
    ///   - type: Presentation type; that of the playlists by default.
    ///   - name: File name of the MPD.
    ///   - delay: Distance of live players from the newest segment; three segments by default. Players with low latency
    ///     aim for 'latency' instead. Range: 1s to 600s.
    ///   - timeServer: URL that returns the time as ISO 8601 text, for live players. With latency, the time of
    ///     http.origin by default.
    ///   - latency: Latency that players of live segments with parts aim for. They receive each segment while it is
    ///     made, which requires http.origin. None by default: players wait for complete segments. Range: 200ms to 60s.
    public static func dashManifest(
        type: DashManifestType? = nil,
        name: String? = nil,
        delay: MediaTime? = nil,
        timeServer: String? = nil,
        latency: MediaTime? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "dash.manifest")
        stage.set("type", type)
        stage.set("name", name)
        stage.set("delay", delay)
        stage.set("time-server", timeServer)
        stage.set("latency", latency)
        return stage
    }

    /// Values of the option `method` of `fmp4.encrypt`.
    public enum Fmp4EncryptMethod: String, CaseIterable, OptionValue {
        case aes128 = "aes-128"
        case cbcs
        case cenc
    }

    /// `fmp4.encrypt`: Encrypts fragmented MP4 segments, and rotates their keys.
    ///
    /// - Parameters:
    ///   - method: Method of encryption: aes-128 for whole segments; cbcs for samples, which all DRM systems and Apple
    ///     devices decrypt; cenc for samples, in DASH and older devices.
    ///   - keys: Source of the keys.
    ///   - keyUri: URI from which players load the key itself, in which {kid}, {uuid} and {period} are replaced. The
    ///     same as the system identity with this uri.
    ///   - systems: Key systems that playlists and manifests declare; those of the key source if it declares any.
    ///   - rotation: Rotation of the keys; without it, the same keys for all segments.
    ///   - describeFragments: Describes the key in each fragment too (seig and pssh), for players that keep one
    ///     initialization segment; by default where parts and rotation meet, because hls.js appends the first parts of
    ///     a key period after the former initialization segment. AirPlay televisions reject it.
    public static func fmp4Encrypt(
        method: Fmp4EncryptMethod? = nil,
        keys: OptionLiteral,
        keyUri: String? = nil,
        systems: OptionLiteral? = nil,
        rotation: OptionLiteral? = nil,
        describeFragments: Bool? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "fmp4.encrypt")
        stage.set("method", method)
        stage.set("keys", keys)
        stage.set("key-uri", keyUri)
        stage.set("systems", systems)
        stage.set("rotation", rotation)
        stage.set("describe-fragments", describeFragments)
        return stage
    }

    /// Values of the option `profile` of `fmp4.segment`.
    public enum Fmp4SegmentProfile: String, CaseIterable, OptionValue {
        case appleHls = "apple-hls"
        case cmaf
    }

    /// Values of the option `random-access` of `fmp4.segment`.
    public enum Fmp4SegmentRandomAccess: String, CaseIterable, OptionValue {
        case idr
        case cra
        case recovery
    }

    /// Values of the option `mux` of `fmp4.segment`.
    public enum Fmp4SegmentMux: String, CaseIterable, OptionValue {
        case separate
        case together
    }

    /// Values of the option `fragments` of `fmp4.segment`.
    public enum Fmp4SegmentFragments: String, CaseIterable, OptionValue {
        case segment
        case syncSample = "sync-sample"
    }

    /// Values of the option `text` of `fmp4.segment`.
    public enum Fmp4SegmentText: String, CaseIterable, OptionValue {
        case webvtt
        case wvtt
        case imsc1
    }

    /// `fmp4.segment`: Packages coded tracks as fragmented MP4 segments for HLS.
    ///
    /// - Parameters:
    ///   - profile: Profile of the segments.
    ///   - interval: Target segment duration. Segments end just before the first sync sample at or after it. Range:
    ///     100ms to 3600s.
    ///   - start: Start of the first segment, on the timeline of the source.
    ///   - timeOffset: Offset added to all times, for audio priming before time zero; 10s for apple-hls and 0s for
    ///     cmaf. Range: 0s to 86400s.
    ///   - randomAccess: Random access points at which segments start: idr, or cra for CRA pictures of HEVC, whose
    ///     leading pictures require the preceding segment (SAP type 3), or recovery for these and recovery points of
    ///     H.264: open GOPs and, in apple-hls, intra refresh (SAP type 4); idr for apple-hls and cra for cmaf.
    ///   - mux: Whether each track is a separate rendition or all tracks are in one.
    ///   - fragments: Whether a segment is one movie fragment or has a fragment per sync sample.
    ///   - part: Target duration of parts, for low latency: segments are published in parts before they are complete.
    ///     The nearest duration at which every track has whole samples is used. Range: 50ms to 5s.
    ///   - sequenceNumber: Sequence number of the first movie fragment. Range: 1 to 4294967295.
    ///   - text: Format of subtitle segments: WebVTT files, WebVTT in fragmented MP4, or IMSC 1 in fragmented MP4;
    ///     webvtt for apple-hls and wvtt for cmaf. TTML in movies is unchanged.
    public static func fmp4Segment(
        profile: Fmp4SegmentProfile? = nil,
        interval: MediaTime? = nil,
        start: MediaTime? = nil,
        timeOffset: MediaTime? = nil,
        randomAccess: Fmp4SegmentRandomAccess? = nil,
        mux: Fmp4SegmentMux? = nil,
        fragments: Fmp4SegmentFragments? = nil,
        part: MediaTime? = nil,
        sequenceNumber: Int? = nil,
        text: Fmp4SegmentText? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "fmp4.segment")
        stage.set("profile", profile)
        stage.set("interval", interval)
        stage.set("start", start)
        stage.set("time-offset", timeOffset)
        stage.set("random-access", randomAccess)
        stage.set("mux", mux)
        stage.set("fragments", fragments)
        stage.set("part", part)
        stage.set("sequence-number", sequenceNumber)
        stage.set("text", text)
        return stage
    }

    /// Values of the option `type` of `hls.playlist`.
    public enum HlsPlaylistType: String, CaseIterable, OptionValue {
        case vod
        case event
        case live
    }

    /// Values of the option `packaging` of `hls.playlist`.
    public enum HlsPlaylistPackaging: String, CaseIterable, OptionValue {
        case files
        case singleFile = "single-file"
    }

    /// Values of the option `captions` of `hls.playlist`.
    public enum HlsPlaylistCaptions: String, CaseIterable, OptionValue {
        case detect
        case none
    }

    /// `hls.playlist`: Names segments as files and writes HLS playlists: media, I-frame and multivariant.
    ///
    /// - Parameters:
    ///   - type: Playlist type: vod is written once, event grows, live slides.
    ///   - window: Length of a live playlist in segments or as a duration; at least three target durations.
    ///   - targetDuration: Declared maximum segment duration; by default derived from the interval or the segments.
    ///     Range: 1s to 3600s.
    ///   - packaging: Files of segments: one per segment, or one per rendition.
    ///   - iframes: Whether to write I-frame playlists for video.
    ///   - programDateTime: Whether segments have their capture date; true by default unless the type is vod.
    ///   - multivariant: File name of the multivariant playlist.
    ///   - playlistName: File name of each media playlist in its rendition's folder.
    ///   - segmentPrefix: Prefix of the number in segment names.
    ///   - resume: Whether to continue the live or event playlists of an interrupted run.
    ///   - endList: Whether the end of the run ends live playlists; false leaves them open for the next run. By default
    ///     they end with the sources, with the duration of the run and by Ctrl-C, and stay open after SIGTERM and in
    ///     services.
    ///   - start: Preferred start of playback.
    ///   - holdBack: Minimum distance of players from the end of a live playlist; at least three target durations.
    ///     Range: 3s to 3600s.
    ///   - partHoldBack: Minimum distance from the end for players that play parts; by default and at least three times
    ///     the longest part. Range: 100ms to 60s.
    ///   - stableIds: Whether variants and renditions have stable identifiers across multivariant playlists.
    ///   - sessionData: Metadata of the whole presentation.
    ///   - chapters: Whether playlists of types vod and event name the chapters of the input, in chapters.json.
    ///   - captions: Whether closed captions (CEA-608 and CEA-708) detected in H.264 and HEVC are declared, or their
    ///     absence.
    ///   - captionServices: Closed captions in the video, with properties that the video does not contain.
    ///   - outputProtection: Output protection that variants require, by class of resolution.
    ///   - define: Variables of the multivariant playlist.
    ///   - uriPrefix: Prefix of the URIs of media playlists, such as https://cdn.example/ or a variable {$cdn}.
    public static func hlsPlaylist(
        type: HlsPlaylistType? = nil,
        window: OptionLiteral? = nil,
        targetDuration: MediaTime? = nil,
        packaging: HlsPlaylistPackaging? = nil,
        iframes: Bool? = nil,
        programDateTime: Bool? = nil,
        multivariant: String? = nil,
        playlistName: String? = nil,
        segmentPrefix: String? = nil,
        resume: Bool? = nil,
        endList: Bool? = nil,
        start: OptionLiteral? = nil,
        holdBack: MediaTime? = nil,
        partHoldBack: MediaTime? = nil,
        stableIds: Bool? = nil,
        sessionData: [OptionLiteral]? = nil,
        chapters: Bool? = nil,
        captions: HlsPlaylistCaptions? = nil,
        captionServices: [OptionLiteral]? = nil,
        outputProtection: [OptionLiteral]? = nil,
        define: [OptionLiteral]? = nil,
        uriPrefix: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "hls.playlist")
        stage.set("type", type)
        stage.set("window", window)
        stage.set("target-duration", targetDuration)
        stage.set("packaging", packaging)
        stage.set("iframes", iframes)
        stage.set("program-date-time", programDateTime)
        stage.set("multivariant", multivariant)
        stage.set("playlist-name", playlistName)
        stage.set("segment-prefix", segmentPrefix)
        stage.set("resume", resume)
        stage.set("end-list", endList)
        stage.set("start", start)
        stage.set("hold-back", holdBack)
        stage.set("part-hold-back", partHoldBack)
        stage.set("stable-ids", stableIds)
        stage.set("session-data", sessionData)
        stage.set("chapters", chapters)
        stage.set("captions", captions)
        stage.set("caption-services", captionServices)
        stage.set("output-protection", outputProtection)
        stage.set("define", define)
        stage.set("uri-prefix", uriPrefix)
        return stage
    }

    /// Values of the option `profile` of `hls.validate`.
    public enum HlsValidateProfile: String, CaseIterable, OptionValue {
        case rfc
        case apple
    }

    /// `hls.validate`: Validates playlists and segments against the rules of HLS during publication, without delaying
    /// them.
    ///
    /// - Parameters:
    ///   - profile: Rules to apply: the specification only, or also Apple's.
    ///   - queue: Maximum number of playlists and segments waiting for validation; further ones are skipped. Range: 1
    ///     to 100000.
    public static func hlsValidate(
        profile: HlsValidateProfile? = nil,
        queue: Int? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "hls.validate")
        stage.set("profile", profile)
        stage.set("queue", queue)
        return stage
    }

    /// `track.label`: Sets language, name and presentation attributes of tracks.
    ///
    /// - Parameters:
    ///   - tracks: Labels for tracks; of several labels for a track the last one applies.
    public static func trackLabel(
        tracks: [OptionLiteral]
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "track.label")
        stage.set("tracks", tracks)
        return stage
    }
}
