import Media
package import StageKit

/// Serves resources over HTTP immediately after publication.
///
/// Implements Low-Latency HLS: blocking playlist reload, delta updates and preload hints (RFC 8216bis 6.2.5 and 6.2.6).
package struct ServeOrigin: Sink {
    package struct Options: StageOptions {
        var listen = ListenAddress()
        var name = "live"
        var memory = ByteCount(256 << 20)
        var spill = "/var/tmp"
        var connections = 4096
        var linger = MediaTime.zero
        var pages = "*"
        var token = Secret()
        var signingKey = Secret()
        var player = ""
        var tls = false
        var certificate = ""
        var key = ""

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option(
                    "listen", \.listen,
                    "The IP address and port; 0 takes a free port. Stages that name the same one share a server."),
                .option("name", \.name, "What the presentation's path begins with: /NAME/."),
                .option(
                    "memory", \.memory, in: ByteCount(1 << 20)...ByteCount(1 << 40),
                    "What segments and parts may take of memory; older ones are served from the disk."),
                .option("spill", \.spill, "The folder for what memory has no room for; its files have no names."),
                .option(
                    "connections", \.connections, in: 16...100_000,
                    "How many connections there may be; idle ones make room for new ones."),
                .option(
                    "linger", \.linger, in: .zero ... .seconds(86_400),
                    "How long the presentation stays there when its sources have ended; a stop ends that too."),
                .option(
                    "pages", \.pages,
                    "The origin of web pages that may read what is served, such as https://example.org; * for all."),
                .option(
                    "player", \.player,
                    "A file with a build of hls.js for the page /NAME/; without it the browser plays by itself."),
                .option("token", \.token, "What requests bring as Authorization: Bearer; empty for none."),
                .option(
                    "signing-key", \.signingKey,
                    "What addresses are signed with, of 16 characters at least; 'sluice sign' makes them. Empty for none."
                ),
                .option(
                    "tls", \.tls,
                    "Whether connections are encrypted, which browsers need for HTTP/2 and players of Apple for low latency; without a certificate with one for localhost, made anew for each run."
                ),
                .option(
                    "certificate", \.certificate, "A file of PEM with the certificate and those above it, for tls."),
                .option("key", \.key, "A file of PEM with the certificate's key."),
            ]
        }
    }

    package static let kind = "http.origin"
    package static let abstract = "Serves segments, parts and playlists over HTTP, with all of Low-Latency HLS."

    /// True, so that `run` requests the resumption before the first payload: after a reload, playlists continue those
    /// served.
    package static var startsBeforeSources: Bool { true }

    private let options: Options

    package init(options: Options) throws {
        guard case .presentation(options.name, _)? = ResourcePath("/\(OriginPage.reference(options.name))/") else {
            throw StageError(.invalidOptions, "name: '\(options.name)' is not a name without slashes")
        }
        guard options.name != OriginPage.scriptName else {
            throw StageError(.invalidOptions, "name: '\(options.name)' is the player's; choose another one")
        }
        guard options.certificate.isEmpty == options.key.isEmpty, options.tls || options.key.isEmpty else {
            throw StageError(.invalidOptions, "certificate and key go together, and with tls: true")
        }
        guard options.signingKey.isEmpty || SigningKey.isLongEnough(options.signingKey.value) else {
            throw StageError(
                .invalidOptions,
                "signing-key: it has fewer than \(SigningKey.minimumLength) characters; 'openssl rand -hex 32' prints one"
            )
        }
        guard options.signingKey.isEmpty || !options.name.hasPrefix("~") else {
            throw StageError(.invalidOptions, "name: '~' begins a signature; choose another name")
        }
        for (key, value) in [("pages", options.pages), ("token", options.token.value)]
        where value.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            throw StageError(.invalidOptions, "\(key): it has a character that a header field cannot have")
        }
        self.options = options
    }

    private var configuration: OriginServer.Configuration {
        OriginServer.Configuration(
            listen: options.listen, memory: options.memory, spill: options.spill, connections: options.connections,
            pages: options.pages, token: options.token.value, signingKey: options.signingKey.value,
            player: options.player,
            tls: options.tls, certificate: options.certificate, key: options.key)
    }

    package func run(input: any Inlet<Resource>, context: StageContext) async throws {
        let servers = context.services.value { OriginServers() }
        let server = try servers.server(configuration)
        let result = await Result(catching: { try await serve(input, from: server, context) })
        if case .success = result, context.hasReplacement {
            // Connections, stored resources and held requests stay open for the next stage.
            server.store.withLock { $0.suspend(options.name) }
            return await servers.release(options.listen, hasSuccessor: true)
        }
        server.end(options.name)
        if case .success = result { await linger(context.stop) }
        await servers.release(options.listen)
        try result.get()
    }

    private func serve(_ input: any Inlet<Resource>, from server: OriginServer, _ context: StageContext) async throws {
        guard server.store.withLock({ $0.open(options.name) }) else {
            throw StageError(
                .invalidOptions, "two stages serve the name '\(options.name)' on \(options.listen.optionText)")
        }
        if let resumption = server.store.withLock({ $0.resumption(of: options.name) }) {
            input.request(.resume(resumption))
        }
        context.measure("port", Double(server.port))
        context.report(
            Problem(
                .note, code: "serving",
                message:
                    "serving http\(options.tls ? "s" : "")://\(options.listen.urlAuthority(server.port))/\(OriginPage.reference(options.name))/"
                    + (options.signingKey.isEmpty ? "" : " under addresses that 'sluice sign' makes")
            ))
        var dropped = 0
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages { server.apply(resource, for: options.name) }
            let count = server.store.withLock { $0.dropped }
            if count > 0, dropped == 0 {
                context.reportWarning(
                    "dropped",
                    "'\(options.spill)' cannot be written to, so that older segments are gone before their time; "
                        + "choose another spill folder, or raise memory")
            }
            dropped = count
        }
    }

    /// Waits for the `linger` duration, or until the run is stopped.
    private func linger(_ stop: StopSignal) async {
        guard options.linger > .zero else { return }
        let length = options.linger
        let waiting = Task { try? await Task.sleep(for: .nanoseconds(length.nanoseconds)) }
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
