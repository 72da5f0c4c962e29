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
        package var endList = true
        package var start: StartOption?
        package var holdBack: MediaTime?
        package var partHoldBack: MediaTime?
        package var hasStableIDs = false
        package var sessionData: [SessionDataOption] = []
        package var variables: [VariableOption] = []
        package var uriPrefix: QuotableText?
        package var captions = CaptionPolicy.detect
        package var captionServices: [CaptionOption] = []

        package init() {}

        package static var fields: [OptionField<Self>] {
            [
                .option("type", \.type, "How the playlists change: written once, growing, or sliding."),
                .option(
                    "window", \.window,
                    "What a live playlist lists, in segments or in time; never less than three target durations."),
                .option(
                    "target-duration", \.targetDuration, in: .seconds(1)...(.seconds(3600)),
                    "The promise that no segment is longer; derived from the interval or the segments by default."),
                .option("packaging", \.packaging, "A file for each segment, or one for each rendition."),
                .option("iframes", \.iFrames, "Whether to write I-frame playlists for video."),
                .option(
                    "program-date-time", \.programDateTime,
                    "Whether segments say when they were captured; true by default unless the type is vod."),
                .option("multivariant", \.multivariant, "The name of the multivariant playlist."),
                .option("playlist-name", \.playlistName, "The name of each media playlist in its rendition's folder."),
                .option("segment-prefix", \.segmentPrefix, "What stands before the number in segment names."),
                .option(
                    "resume", \.resume,
                    "Whether to go on with the live or event playlists that an earlier run was cut off from."),
                .option(
                    "end-list", \.endList,
                    "Whether the end of the run ends the playlists; false leaves them open for the next run, as for an upgrade."
                ),
                .option("start", \.start, "Where players begin, unless they are told otherwise."),
                .option(
                    "hold-back", \.holdBack, in: .seconds(3)...(.seconds(3600)),
                    "How far from the end of a live playlist players stay; three target durations at least."),
                .option(
                    "part-hold-back", \.partHoldBack, in: .milliseconds(100)...(.seconds(60)),
                    "How far from the end players stay that play parts; three times the longest part by default, and at least."
                ),
                .option(
                    "stable-ids", \.hasStableIDs,
                    "Whether variants and renditions have identities that are the same wherever they are offered."),
                .option("session-data", \.sessionData, "Facts about the whole presentation."),
                .option(
                    "captions", \.captions,
                    "Whether closed captions (CEA-608 and CEA-708) that are found in H.264 and HEVC pictures are offered, or there are none."
                ),
                .option(
                    "caption-services", \.captionServices,
                    "Closed captions that are in the pictures, with what the pictures do not say of them."),
                .option("define", \.variables, "Variables of the multivariant playlist."),
                .option(
                    "uri-prefix", \.uriPrefix,
                    "What stands before the URIs of media playlists, such as https://cdn.example/ or a variable {$cdn}."
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
                    "target-duration \(targetDuration) is not a whole number of seconds; use \(targetDuration.ticks(at: 1, rounding: .up))s"
                )
            }
            if type == .live, packaging == .singleFile {
                throw StageError(
                    .invalidOptions,
                    "a live playlist in a single file would keep every segment; use packaging: files, or type: event")
            }
            for (key, name) in [
                ("multivariant", multivariant), ("playlist-name", playlistName), ("segment-prefix", segmentPrefix),
            ] where !PlaylistLayout.isFileName(name) {
                throw StageError(.invalidOptions, "\(key) '\(name)' is not a plain file name; use one without '/'")
            }
            if playlistName == PlaylistLayout.iFramesName {
                throw StageError(.invalidOptions, "playlist-name '\(playlistName)' is the name of I-frame playlists")
            }
        }
    }
}
