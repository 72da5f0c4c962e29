package import Media
package import StageKit

extension HLSPlaylist {
    /// How the playlists change over time.
    package enum PlaylistKind: String, Sendable, CaseIterable, OptionValue {
        case vod
        case event
        case live
    }

    /// How segments are put into files.
    package enum Packaging: String, Sendable, CaseIterable, OptionValue {
        /// A file for each segment.
        case files
        /// One file for each rendition, segments as byte ranges of it.
        case singleFile = "single-file"
    }

    /// What the stage can be told.
    package struct Options: StageOptions {
        package var type = PlaylistKind.vod
        package var window = 10
        package var targetDuration: MediaTime?
        package var packaging = Packaging.files
        package var iFrames = true
        package var programDateTime: Bool?
        package var multivariant = "index.m3u8"
        package var playlistName = "playlist.m3u8"
        package var segmentPrefix = "segment-"

        package init() {}

        package static var fields: [OptionField<Self>] {
            [
                .option("type", \.type, "How the playlists change: written once, growing, or sliding."),
                .option(
                    "window", \.window, in: 1...1_000_000,
                    "Segments that a live playlist lists; never fewer than three target durations make."),
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
            ]
        }

        /// Throws `invalid-options` for the first contradiction.
        func check() throws(StageError) {
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
