/// The parts of a file name that relate a file to a movie.
package struct MovieName: Sendable {
    /// The extensions of movie files, in lower case.
    package static let extensions: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "qt", "3gp", "3g2", "f4v", "mp4a", "mp4v", "mkv", "mka", "webm", "ts", "mts",
        "m2ts",
    ]
    private static let subtitleExtensions: Set<String> = ["vtt", "srt"]
    private static let separators: Set<Character> = ["-", "_", "."]

    /// The extensions of containers that are converted, in lower case.
    private static let convertedExtensions: Set<String> = ["mkv", "mka", "webm", "ts", "mts", "m2ts"]

    /// Returns the name of a file in another container without its extension; nil for other names.
    static func converted(_ name: String) -> String? {
        parts(name).flatMap { convertedExtensions.contains($0.suffix) ? String($0.stem) : nil }
    }

    /// Whether a file is a movie, by its name.
    package static func isMovie(_ name: String) -> Bool {
        !name.hasPrefix(".") && parts(name).map { extensions.contains($0.suffix) } ?? false
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

    /// Returns the language of the subtitles that a name states after the name of the movie, such as `en` for
    /// `movie.en.vtt`; nil for other names.
    static func language(_ name: String, of movie: String) -> String? {
        guard let (stem, suffix) = parts(name), subtitleExtensions.contains(suffix), stem.hasPrefix(movie + ".") else {
            return nil
        }
        return String(stem.dropFirst(movie.count + 1))
    }

    /// Divides a name at its last dot; the second part is in lower case.
    private static func parts(_ name: String) -> (stem: Substring, suffix: String)? {
        name.lastIndex(of: ".").map { (name[..<$0], name[name.index(after: $0)...].lowercased()) }
    }
}
