/// Identifies a result of a library.
package enum LibraryKey: Sendable, Hashable {
    /// A presentation.
    case movie(PresentationRequest)
    /// Bytes of a file of a version of a movie. `form` distinguishes parts and encodings of the file.
    case content(movie: PresentationRequest, version: MovieVersion, path: String, form: String)
    /// A segment of a version of a movie that is encoded when it is requested.
    case encoded(movie: PresentationRequest, version: MovieVersion, path: String)

    /// A page of the list of movies. `period` is the time at which it was requested, in units of its lifetime.
    case page(LibraryPage.Query, period: Int64)
    /// The poster of a presentation. `state` identifies the content of its files or the time of the request.
    case poster(String, state: String)

    /// The presentation; one with an empty name for pages.
    package var movie: PresentationRequest {
        switch self {
        case .movie(let movie), .content(let movie, _, _, _), .encoded(let movie, _, _): movie
        case .page: PresentationRequest("")
        case .poster(let name, _): PresentationRequest(name)
        }
    }

    /// The result as text, unique for the movie.
    package var detail: String {
        switch self {
        case .movie: ""
        case .page(let query, let period): "page \(period) \(query.offset) \(query.limit) \(query.search)"
        case .poster(_, let state): "poster \(state)"
        case .content(_, let version, let path, let form): "\(version)/\(path)?\(form)"
        case .encoded(_, let version, let path): "\(version)/\(path)"
        }
    }
}
