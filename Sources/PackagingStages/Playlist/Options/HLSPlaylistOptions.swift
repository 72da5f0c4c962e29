package import Media
package import StageKit

extension HLSPlaylist {
    /// The type of the playlists, which determines how they change over time.
    package enum PlaylistKind: String, Sendable, CaseIterable, OptionValue {
        case vod
        case event
        case live
    }

    /// The arrangement of segments in files.
    package enum Packaging: String, Sendable, CaseIterable, OptionValue {
        /// One file per segment.
        case files
        /// One file per rendition, with segments as byte ranges.
        case singleFile = "single-file"
    }

    /// The options of the stage.
    package struct Options: StageOptions {
        package var type = PlaylistKind.vod
        package var window: WindowLength = 10
        package var targetDuration: MediaTime?
        package var packaging = Packaging.files
        package var iFrames = true
        package var programDateTime: Bool?
        package var multivariant = "index.m3u8"
        package var playlistName = "playlist.m3u8"
        package var segmentPrefix = "segment-"
        package var resume = true
        package var endList: Bool?
        package var start: StartOption?
        package var holdBack: MediaTime?
        package var partHoldBack: MediaTime?
        package var hasStableIDs = false
        package var sessionData: [SessionDataOption] = []
        package var hasChapters = true
        package var variables: [VariableOption] = []
        package var uriPrefix: QuotableText?
        package var captions = CaptionPolicy.detect
        package var captionServices: [CaptionOption] = []
        package var outputProtection: [OutputProtectionOption] = []

        package init() {}

        package static var fields: [OptionField<Self>] {
            [
                .option("type", \.type, "Playlist type: vod is written once, event grows, live slides."),
                .option(
                    "window", \.window,
                    "Length of a live playlist in segments or as a duration; at least three target durations."),
                .option(
                    "target-duration", \.targetDuration, in: .seconds(1)...(.seconds(3600)),
                    "Declared maximum segment duration; by default derived from the interval or the segments."),
                .option("packaging", \.packaging, "Files of segments: one per segment, or one per rendition."),
                .option("iframes", \.iFrames, "Whether to write I-frame playlists for video."),
                .option(
                    "program-date-time", \.programDateTime,
                    "Whether segments have their capture date; true by default unless the type is vod."),
                .option("multivariant", \.multivariant, "File name of the multivariant playlist."),
                .option("playlist-name", \.playlistName, "File name of each media playlist in its rendition's folder."),
                .option("segment-prefix", \.segmentPrefix, "Prefix of the number in segment names."),
                .option(
                    "resume", \.resume,
                    "Whether to continue the live or event playlists of an interrupted run."),
                .option(
                    "end-list", \.endList,
                    "Whether the end of the run ends live playlists; false leaves them open for the next run. By default "
                        + "they end with the sources, with the duration of the run and by Ctrl-C, and stay open after "
                        + "SIGTERM and in services."
                ),
                .option("start", \.start, "Preferred start of playback."),
                .option(
                    "hold-back", \.holdBack, in: .seconds(3)...(.seconds(3600)),
                    "Minimum distance of players from the end of a live playlist; at least three target durations."),
                .option(
                    "part-hold-back", \.partHoldBack, in: .milliseconds(100)...(.seconds(60)),
                    "Minimum distance from the end for players that play parts; by default and at least three times "
                        + "the longest part."
                ),
                .option(
                    "stable-ids", \.hasStableIDs,
                    "Whether variants and renditions have stable identifiers across multivariant playlists."),
                .option("session-data", \.sessionData, "Metadata of the whole presentation."),
                .option(
                    "chapters", \.hasChapters,
                    "Whether playlists of types vod and event name the chapters of the input, in chapters.json."),
                .option(
                    "captions", \.captions,
                    "Whether closed captions (CEA-608 and CEA-708) detected in H.264 and HEVC are declared, or their "
                        + "absence."
                ),
                .option(
                    "caption-services", \.captionServices,
                    "Closed captions in the video, with properties that the video does not contain."),
                .option(
                    "output-protection", \.outputProtection,
                    "Output protection that variants require, by class of resolution."),
                .option("define", \.variables, "Variables of the multivariant playlist."),
                .option(
                    "uri-prefix", \.uriPrefix,
                    "Prefix of the URIs of media playlists, such as https://cdn.example/ or a variable {$cdn}."
                ),
            ]
        }

        /// Throws `invalid-options` for the first contradiction.
        func validate() throws(StageError) {
            try validateRequests()
            try validateCaptions()
            if let targetDuration, targetDuration.reduced.timescale != 1 {
                throw StageError(
                    .invalidOptions,
                    "target-duration \(targetDuration) is not a whole number of seconds; use "
                        + "\(targetDuration.ticks(at: 1, rounding: .up))s"
                )
            }
            if type == .live, packaging == .singleFile {
                throw StageError(
                    .invalidOptions,
                    "a live playlist in a single file would retain every segment; use packaging: files, or type: event")
            }
            for (key, name) in [
                ("multivariant", multivariant), ("playlist-name", playlistName), ("segment-prefix", segmentPrefix),
            ] where !PlaylistLayout.isFileName(name) {
                throw StageError(.invalidOptions, "\(key) '\(name)' is not a valid file name; use one without '/'")
            }
            if playlistName == PlaylistLayout.iFramesName {
                throw StageError(.invalidOptions, "playlist-name '\(playlistName)' is reserved for I-frame playlists")
            }
        }
    }
}
