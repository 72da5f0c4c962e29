package import Media
package import OnDemand
package import StageKit

/// An HTTP server for the movies of a library.
package final class MovieServer: Sendable {
    /// The address and the limits of a server.
    package struct Configuration: Sendable {
        package var listen = ListenAddress()
        package var connections = 4096
        /// The web origin whose pages may read responses (CORS); `*` for all.
        package var pages = "*"

        /// The path of a build of hls.js for the pages.
        package var player = PlayerBuild.automatic

        package init() {}
    }

    private let server: HTTPServer
    private let figureCollection: StageFigures
    /// The port that the server listens on.
    package let port: UInt16

    /// Starts listening. Throws `unwritable-output` if the address cannot be used.
    package init(
        _ configuration: Configuration, _ library: MovieLibrary, clock: any MediaClock
    ) throws(StageError) {
        let listener = try ListeningSocket.listen(on: configuration.listen)
        port = listener.port
        let handler = MovieHandler(
            library: library, access: AccessPolicy(pages: configuration.pages),
            script: try PlayerBuild().content(configuration.player), figures: library.figures.collection)
        figureCollection = library.figures.collection
        let server = try HTTPServer(
            HTTPServer.Configuration(name: "movies", connections: configuration.connections), listeners: [listener],
            handler: handler, clock: clock)
        self.server = server
        library.notify { [weak server] key in server?.wake([ResourceKey(key)]) }
    }

    /// The current load and the number of responses.
    package var figures: ServerLoop.Figures { server.figures }

    /// The figures of the movies and of the responses.
    package var readings: [FigureReading] { figureCollection.readings }

    /// Stops the server after responses in progress are sent.
    package func stop() async { await server.stop() }
}
