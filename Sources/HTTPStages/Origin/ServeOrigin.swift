import ContentKeys
import HLS
import HTTPServer
import Media
package import StageKit

/// Serves resources over HTTP immediately after publication.
///
/// Implements Low-Latency HLS: blocking playlist reload, delta updates and preload hints (RFC 8216bis 6.2.5 and 6.2.6).
package struct ServeOrigin: Sink {
    package struct Options: StageOptions {
        var listen = ListenAddress()
        var name = ""
        var memory = ByteCount(256 << 20)
        var spill = "/var/tmp"
        var connections = 4096
        var threads = 0
        var linger = MediaTime.zero
        var pages = "*"
        var token = Secret()
        var signingKey = Secret()
        var keyDelivery = false
        var player = PlayerBuild.automatic
        var tls = false
        var certificate = ""
        var key = ""

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option(
                    "listen", \.listen,
                    "IP address and port; port 0 selects a free port. Stages with the same address share a server."),
                .option(
                    "name", \.name,
                    "Name of the presentation, by default that of the pipeline file, or in a service that of the pipeline. Its URL paths start with /NAME/. The only "
                        + "presentation at an address is at /live/ too."),
                .option(
                    "memory", \.memory, in: ByteCount(1 << 20)...ByteCount(1 << 40),
                    "Memory limit for segments and parts; older ones are served from disk."),
                .option("spill", \.spill, "Folder for resources beyond the memory limit; its files are unlinked."),
                .option(
                    "connections", \.connections, in: 16...100_000,
                    "Maximum number of connections. Idle connections are closed for new ones."),
                .option(
                    "threads", \.threads, in: 0...64,
                    "Number of threads that send responses; 0 for one for each processor, at most 8."),
                .option(
                    "linger", \.linger, in: .zero ... .seconds(86_400),
                    "Time that the presentation is served after its sources have ended. A stop ends it at once."),
                .option(
                    "pages", \.pages,
                    "Web origin whose pages may read responses (CORS), such as https://example.org; * for all."),
                .option(
                    "player", \.player,
                    "File with a build of hls.js for the page /NAME/, for browsers that do not play HLS. auto searches "
                        + "../share/sluice/hls.mjs next to the program's folder, and the file of Scripts/fetch-hls-js. "
                        + "Empty for none."),
                .option("token", \.token, "Bearer token that requests must present in Authorization; empty for none."),
                .option(
                    "signing-key", \.signingKey,
                    "Key of signed URLs, at least 16 characters; 'sluice sign' creates the URLs. Empty for none."
                ),
                .option(
                    "key-delivery", \.keyDelivery,
                    "Delivers the keys of encrypted segments at /NAME/keys/KID, and ClearKey licences at "
                        + "/NAME/keys/clearkey, to clients with a token or a signed URL. For development and tests."),
                .option(
                    "tls", \.tls,
                    "Encrypts connections. Browsers require it for HTTP/2, and Apple's players for low latency. "
                        + "Without a certificate, each run generates one for localhost."
                ),
                .option(
                    "certificate", \.certificate,
                    "PEM file with the certificate chain for tls. Renewed files are read within a second, without a "
                        + "restart."),
                .option("key", \.key, "PEM file with the private key of the certificate."),
            ]
        }
    }

    package static let kind = "http.origin"
    package static let abstract = "Serves segments, parts and playlists over HTTP, including Low-Latency HLS."

    /// True, so that `run` requests the resumption before the first payload: after a reload, playlists continue those
    /// served.
    package static var startsBeforeSources: Bool { true }

    private let options: Options

    /// The path of the only presentation of a server, whatever its name, and the name of one without a pipeline.
    package static let fallbackName = "live"
    /// Returns a name as it is in URLs.
    package static func pathSegment(_ name: String) -> String { name.percentEncoded() }

    package init(options: Options) throws {
        var options = options
        if options.name.isEmpty { options.name = Self.fallbackName }
        guard case .presentation(options.name, _)? = ResourcePath("/\(options.name.percentEncoded())/") else {
            throw StageError(.invalidOptions, "name: '\(options.name)' is not a valid path segment")
        }
        guard options.name != OriginPage.scriptName else {
            throw StageError(.invalidOptions, "name: '\(options.name)' is reserved for the player; choose another name")
        }
        guard options.certificate.isEmpty == options.key.isEmpty, options.tls || options.key.isEmpty else {
            throw StageError(.invalidOptions, "certificate and key require each other and tls: true")
        }
        guard options.signingKey.isEmpty || SigningKey.isLongEnough(options.signingKey.value) else {
            throw StageError(
                .invalidOptions,
                "signing-key: fewer than \(SigningKey.minimumLength) characters; 'openssl rand -hex 32' generates a key"
            )
        }
        guard options.signingKey.isEmpty || !options.name.hasPrefix("~") else {
            throw StageError(.invalidOptions, "name: '~' is reserved for signatures; choose another name")
        }
        guard !options.keyDelivery || !options.token.isEmpty || !options.signingKey.isEmpty else {
            throw StageError(
                .invalidOptions, "key-delivery: requires token or signing-key, so that not every client has the keys")
        }
        for (key, value) in [("pages", options.pages), ("token", options.token.value)]
        where value.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw StageError(.invalidOptions, "\(key): contains a character that is not allowed in a header field")
        }
        self.options = options
    }

    private var configuration: OriginServer.Configuration {
        OriginServer.Configuration(
            listen: options.listen, memory: options.memory, spill: options.spill, connections: options.connections,
            threads: options.threads,
            pages: options.pages, token: options.token.value, signingKey: options.signingKey.value,
            player: options.player,
            tls: options.tls, certificate: options.certificate, key: options.key)
    }

    /// The address and the name of the presentation.
    package var endpoint: OriginEndpoint { OriginEndpoint(configuration: configuration, name: options.name) }

    package func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let servers = context.services.value { OriginServers(clock: context.clock) }
        let continuation = context.services.value { PresentationContinuation.none }
        let server = try servers.server(configuration)
        let result = await Result(catching: { try await serve(input, from: server, continuation, context) })
        if case .success = result, context.hasReplacement {
            // Connections, stored resources and held requests stay open for the next stage.
            server.store.withLock { $0.suspend(options.name) }
            return await servers.release(options.listen, hasSuccessor: true)
        }
        if continuation.hasSuccessor {
            server.store.withLock { $0.suspend(options.name) }
            await servers.release(options.listen)
            return try result.get()
        }
        server.end(options.name)
        if case .success = result { await linger(context.stop) }
        await servers.release(options.listen)
        try result.get()
    }

    private func serve(
        _ input: any Inlet<Resource>, from server: OriginServer, _ continuation: PresentationContinuation,
        _ context: StageContext
    ) async throws {
        guard server.store.withLock({ $0.open(options.name, context.figures) }) else {
            throw StageError(
                .invalidOptions,
                "another stage serves '\(options.name)' on \(options.listen.optionText); choose another 'name'")
        }
        let keys = options.keyDelivery ? context.services.value { SharedKeys() } : nil
        server.store.withLock { $0.deliverKeys(of: options.name, from: keys) }
        if keys != nil, !options.tls, !options.listen.isLoopback {
            context.reportWarning(
                "unencrypted-keys",
                "key-delivery: keys are sent over unencrypted connections; set tls, or listen on 127.0.0.1 behind a "
                    + "server that terminates TLS")
        }
        let now = context.clock.now
        if continuation.resumesFromServer,
            let resumption = server.store.withLock({ $0.resumption(of: options.name, at: now) })
        {
            input.request(.resume(resumption))
        } else if continuation.resumesFromServer {
            input.request(.resume(.withoutRecords))
        }
        context.measure("port", Double(server.port))
        context.report(
            Problem(
                .note, code: "serving",
                message:
                    "serving http\(options.tls ? "s" : "")://\(options.listen.urlAuthority(server.port))"
                    + "/\(options.name.percentEncoded())/"
                    + (options.signingKey.isEmpty ? "" : " (requires URLs signed with 'sluice sign')")
            ))
        var dropped = 0
        var unreadable: Set<String> = []
        var gate = RecordGate()
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages {
                if let failure = gate.admit(resource) { context.reportUnrecorded(failure) }
                guard let problem = server.apply(resource, for: options.name) else { continue }
                if unreadable.insert(resource.path).inserted { report(problem, of: resource.path, context) }
            }
            let count = server.store.withLock { $0.dropped }
            if count > 0, dropped == 0 {
                context.reportWarning(
                    "dropped",
                    "cannot write to spill folder '\(options.spill)', so older segments are dropped early; "
                        + "choose another folder, or raise 'memory'")
            }
            dropped = count
            for problem in server.certificate?.drainProblems() ?? [] { context.report(problem) }
        }
    }

    private func report(_ problem: PlaylistProblem, of path: String, _ context: StageContext) {
        context.reportWarning(
            "unreadable-playlist",
            "cannot read playlist '\(path)' of an earlier stage (\(problem)); serving it unchanged, without blocking "
                + "reload, delta updates and preload hints")
    }

    /// Waits for the `linger` duration, or until the run is stopped.
    private func linger(_ stop: StopSignal) async {
        guard options.linger > .zero else { return }
        let length = options.linger
        let waiting = Task { try? await Task.sleep(for: length.duration) }
        let token = stop.onRaise { waiting.cancel() }
        _ = await withTaskCancellationHandler(operation: { await waiting.value }, onCancel: { waiting.cancel() })
        token.cancel()
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
