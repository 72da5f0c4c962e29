/// Identifies a result of a library.
package enum LibraryKey: Sendable, Hashable {
    /// A presentation.
    case movie(PresentationRequest)
    /// Bytes of a file of a version of a movie. `form` distinguishes parts and encodings of the file.
    case content(movie: PresentationRequest, version: MovieVersion, path: String, form: String)
    /// A segment of a version of a movie that is encoded when it is requested.
    case encoded(movie: PresentationRequest, version: MovieVersion, path: String)

    /// The presentation.
    package var movie: PresentationRequest {
        switch self {
        case .movie(let movie), .content(let movie, _, _, _), .encoded(let movie, _, _): movie
        }
    }

    /// The result as text, unique for the movie.
    package var detail: String {
        switch self {
        case .movie: ""
        case .content(_, let version, let path, let form): "\(version)/\(path)?\(form)"
        case .encoded(_, let version, let path): "\(version)/\(path)"
        }
    }
}
