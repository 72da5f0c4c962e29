/// A page of the list of movies.
package struct LibraryPage: Sendable, Encodable {
    /// A movie of the list.
    package struct Movie: Sendable, Encodable {
        /// The path below the server.
        package let name: String
        /// Whether a poster can be requested.
        package let poster: Bool
        /// Nil until the movie has been examined.
        package let report: StreamabilityReport?
    }

    /// The part of the list that a client requests.
    package struct Query: Sendable, Hashable {
        /// The text that names contain, without regard to case.
        package var search = ""
        package var offset = 0
        package var limit = 24

        package init() {}
        /// The maximum number of movies of a page, and of bytes of a search.
        package static let (maximumLimit, maximumSearch) = (60, 200)
    }

    package var schema = 1
    /// The number of movies that the search finds.
    package let total: Int
    /// Whether all folders were read.
    package let isComplete: Bool
    package let offset: Int
    package let limit: Int
    package let movies: [Movie]
}
