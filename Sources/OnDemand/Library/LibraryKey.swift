/// Identifies a result of a library.
package enum LibraryKey: Sendable, Hashable {
    /// A movie, by its path below the folders.
    case movie(String)
    /// Bytes of a file of a version of a movie. `form` distinguishes parts and encodings of the file.
    case content(movie: String, version: MovieVersion, path: String, form: String)

    /// The path of the movie.
    package var movie: String {
        switch self {
        case .movie(let movie), .content(let movie, _, _, _): movie
        }
    }

    /// The result as text, unique for the movie.
    package var detail: String {
        switch self {
        case .movie: ""
        case .content(_, let version, let path, let form): "\(version)/\(path)?\(form)"
        }
    }
}
