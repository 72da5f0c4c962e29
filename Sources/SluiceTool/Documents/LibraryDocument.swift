import OnDemand
import PipelineFile

/// The schema of `library.json`, which servers of movies with a page return.
struct LibraryDocument: OutputDocument {
    var page: LibraryPage

    func encode(to encoder: any Encoder) throws { try page.encode(to: encoder) }

    static let name = "library"
    static let schema = JSONSchema.document(
        "Response for library.json of 'sluice serve --page'",
        JSONSchema.object([
            "schema": JSONSchema.version, "total": JSONSchema.integer("Number of movies that the search finds."),
            "isComplete": JSONSchema.boolean("Whether all folders were read; false beyond the limit of movies."),
            "offset": JSONSchema.integer("Position of the first movie of this page, from 0."),
            "limit": JSONSchema.integer("Maximum number of movies of a page."),
            "movies": JSONSchema.array(of: movie),
        ]))

    private static let movie = JSONSchema.object(
        [
            "name": JSONSchema.string("Path of the movie below the server."),
            "poster": JSONSchema.boolean("Whether the server makes a poster of the movie."),
            "report": JSONSchema.object(StreamabilityDocument.properties, optional: StreamabilityDocument.optional),
        ], optional: ["report"])
}
