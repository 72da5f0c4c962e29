import Media

/// The parts of a file name that relate a file to a movie.
package struct MovieName: Sendable {
    /// The extensions of movie files, in lower case.
    package static let extensions: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "qt", "3gp", "3g2", "f4v", "mp4a", "mp4v", "mkv", "mka", "webm", "ts", "mts",
        "m2ts", "avi", "flv", "ogv", "ogg", "wmv", "asf", "mxf", "mpg", "mpeg", "vob",
    ]
    private static let subtitleExtensions: Set<String> = ["vtt", "srt", "ass", "ssa", "ttml", "dfxp"]
    private static let separators: Set<Character> = ["-", "_", "."]

    /// Returns the name of a movie file without its extension; nil for other names.
    static func stem(_ name: String) -> String? {
        parts(name).flatMap { extensions.contains($0.suffix) ? String($0.stem) : nil }
    }

    /// Whether a file is a movie, by its name.
    package static func isMovie(_ name: String) -> Bool {
        !name.hasPrefix(".") && parts(name).map { extensions.contains($0.suffix) } ?? false
    }

    /// The maximum length of the path of a URL below a server of movies, in bytes.
    package static let maximumPath = 2048
    /// The part of it for a version and the files of a presentation.
    private static let reserved = 512

    /// The reason why no URL refers to the path of a presentation; nil for other paths.
    static func obstacle(_ path: String) -> String? {
        if path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
            return contains("a control character, such as a line break")
        }
        if path.utf8.contains(UInt8(ascii: "\\")) { return contains("a backslash") }
        let parts = path.split(separator: "/")
        if let part = parts.dropFirst().first(where: { MovieVersion.parse($0) != nil }) {
            return "'\(part)' has the form of a version in URLs of movies; rename it"
        }
        let length = parts.reduce(0) { $0 + $1.percentEncoded().utf8.count + 1 }
        guard length > maximumPath - reserved else { return nil }
        return
            "its path has \(length) bytes in a URL, more than \(maximumPath - reserved); rename its folders or the file"
    }

    /// The reason why no URL refers to a name that is not UTF-8.
    static let notUTF8 = contains("bytes that are not UTF-8")

    private static func contains(_ what: String) -> String {
        "its name contains \(what), which URLs of movies do not; rename the file"
    }

    /// Returns the height of the video that a name states after the name of the movie, such as 1080 for
    /// `movie-1080.mp4` and `movie_1080p.mp4`; nil for other names.
    static func height(_ name: String, of movie: String) -> Int? {
        guard let (stem, suffix) = parts(name), extensions.contains(suffix), stem.hasPrefix(movie) else { return nil }
        var rest = stem.dropFirst(movie.count)
        guard let separator = rest.popFirst(), separators.contains(separator) else { return nil }
        if rest.last == "p" { rest.removeLast() }
        guard (3...4).contains(rest.utf8.count), rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(rest)
    }

    /// Returns the part of a name before a height: the name of the presentation of all movies with that part; nil without a
    /// height.
    static func ladder(_ name: String) -> String? {
        guard let (stem, _) = parts(name), let separator = stem.lastIndex(where: separators.contains) else {
            return nil
        }
        let movie = String(stem[..<separator])
        return !movie.isEmpty && height(name, of: movie) != nil ? movie : nil
    }

    /// Returns what the name of a subtitle file states after the name of the movie, such as `en` for `movie.en.vtt`, and
    /// `eng` and forced for `movie.eng.forced.srt`; nil for other names.
    static func subtitles(_ name: String, of movie: String) -> SubtitleName? {
        guard let (stem, suffix) = parts(name), subtitleExtensions.contains(suffix), stem.hasPrefix(movie) else {
            return nil
        }
        let rest = stem.dropFirst(movie.count)
        guard rest.first == "." || rest.isEmpty else { return nil }
        guard !rest.isEmpty else { return SubtitleName(parts: []) }
        return SubtitleName(
            parts: rest.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }

    /// Divides a name at its last dot; the second part is in lower case.
    private static func parts(_ name: String) -> (stem: Substring, suffix: String)? {
        name.lastIndex(of: ".").map { (name[..<$0], name[name.index(after: $0)...].lowercased()) }
    }
}
