import AssetWriting
import Foundation

/// The parsed command line.
struct ConversionCommand: Sendable {
    /// Whether media is encoded or passed through unchanged.
    enum Mode: Sendable {
        /// Encode the first video track and the first audio track.
        case encode
        /// Encode one track of this type.
        case encodeOne(MediaType)
        /// Pass one track through unchanged. Each segment ends before the first sync sample at or after the interval.
        case passThrough(MediaType)
    }

    var movie: FileURL
    var folder: URL
    var mode = Mode.encode
    var isSingleFile = false
    var profile = FileTypeProfile.mpeg4AppleHLS
    var interval = MediaTime.seconds(6)
    /// The offset added to all times, so that audio priming fits before the first video frame. CMAF uses an edit list
    /// instead.
    var timeOffset: MediaTime { profile == .mpeg4AppleHLS ? .seconds(10) : .zero }

    static let usage = """
        usage: FragmentedMP4Writer MOVIE FOLDER [--encode video|audio] [--passthrough video|audio] [--single-file] [--cmaf]
                                   [--interval SECONDS]

        Reads a movie and writes fragmented MP4 segments with their playlists for HTTP Live Streaming. Without --encode
        and --passthrough both tracks are encoded into the same segments; --cmaf is for one track.

        """

    /// Returns nil if the arguments are invalid.
    init?(_ words: [String]) {
        var paths: [String] = []
        var words = words[...]
        var mode = Mode.encode
        var (isSingleFile, profile, interval) = (false, FileTypeProfile.mpeg4AppleHLS, 6)
        while let word = words.popFirst() {
            switch word {
            case "--passthrough":
                guard let type = words.popFirst().flatMap(MediaType.init(rawValue:)) else { return nil }
                mode = .passThrough(type)
            case "--encode":
                guard let type = words.popFirst().flatMap(MediaType.init(rawValue:)) else { return nil }
                mode = .encodeOne(type)
            case "--single-file": isSingleFile = true
            case "--cmaf": profile = .mpeg4CMAFCompliant
            case "--interval":
                guard let seconds = words.popFirst().flatMap({ Int($0) }), seconds > 0 else { return nil }
                interval = seconds
            default:
                guard !word.hasPrefix("--") else { return nil }
                paths.append(word)
            }
        }
        guard paths.count == 2 else { return nil }
        movie = FileURL(fileURLWithPath: paths[0])
        folder = URL(fileURLWithPath: paths[1], isDirectory: true)
        (self.mode, self.isSingleFile, self.profile) = (mode, isSingleFile, profile)
        self.interval = .seconds(Int64(interval))
    }
}
