package import HTTPServer
package import Media
package import OnDemand
package import StageKit

/// An HTTP server for the movies of a library.
package final class MovieServer: Sendable {
    private let server: HTTPListener
    private let figureCollection: StageFigures
    /// The certificate of the listener, which reports renewals; nil without TLS.
    package let certificate: TLSCertificate?
    /// The port that the server listens on.
    package let port: UInt16

    /// Starts listening. Throws `unwritable-output` if the address cannot be used, and `unreadable-input` if a file
    /// cannot be read.
    package init(
        _ options: MovieServerOptions, _ library: MovieLibrary, clock: any MediaClock
    ) throws(StageError) {
        certificate = try TLSCertificate.certificate(
            isEnabled: options.tls, certificate: options.certificate, key: options.key, clock: clock)
        let listener = try ListeningSocket.listen(on: options.listen, certificate)
        port = listener.port
        let handler = MovieHandler(
            library: library, access: options.access, script: try PlayerBuild().content(options.player),
            hasPage: options.page, figures: library.figures.collection)
        figureCollection = library.figures.collection
        var configuration = HTTPListener.Configuration(name: "movies", connections: options.connections)
        configuration.threads = options.threads > 0 ? options.threads : HTTPListener.automaticThreads
        let server = try HTTPListener(configuration, listeners: [listener], handler: handler, clock: clock)
        self.server = server
        library.notify { [weak server] key in server?.wake([ResourceKey(key)]) }
    }

    /// The current load and the number of responses.
    package var figures: HTTPListener.Figures { server.figures }

    /// The figures of the movies and of the responses.
    package var readings: [FigureReading] { figureCollection.readings }

    /// Stops the server after responses in progress are sent.
    package func stop() async { await server.stop() }
}
