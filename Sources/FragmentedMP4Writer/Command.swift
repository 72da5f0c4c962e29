import AssetWriting
import Foundation

/// What the command line asks for.
struct Command: Sendable {
    /// Whether media are encoded again or passed through as they are.
    enum Mode: Sendable {
        /// Video and audio, each encoded.
        case encode
        /// One of them, encoded.
        case encodeOne(MediaType)
        /// One track as it is; its segments end just before the first sync sample after the interval.
        case passThrough(MediaType)
    }

    var movie: FileURL
    var folder: URL
    var mode = Mode.encode
    var isSingleFile = false
    var profile = FileTypeProfile.mpeg4AppleHLS
    var interval = MediaTime.seconds(6)
    /// Added to all times, so that priming of the sound fits before the first picture; CMAF has an edit list for it.
    var timeOffset: MediaTime { profile == .mpeg4AppleHLS ? .seconds(10) : .zero }

    static let usage = """
        usage: FragmentedMP4Writer MOVIE FOLDER [--encode video|audio] [--passthrough video|audio] [--single-file] [--cmaf]
                                   [--interval SECONDS]

        Reads a movie and writes fragmented MP4 segments with their playlists for HTTP Live Streaming. Without --encode
        and --passthrough both tracks are encoded into the same segments; --cmaf is for one track.

        """

    /// Nil when the words are not understood.
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
