/// The place of movies.
package enum MoviePlace: Sendable {
    case folder(MovieFolder)
    case remote(any RemoteMovies)
}
