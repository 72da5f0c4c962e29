import HLS
import HTTPServer
import Media
import StageKit

// Responses are a function of the store's content, the request and the time it has been held.
extension OriginStore {
    /// Answers a request that arrived at `since`.
    func answer(_ request: HTTPRequest, since: MonotonicTime, at now: ClockReading) -> RequestOutcome {
        let path = resourcePath(request.path)
        let outcome = answer(request, path, since: since, at: now)
        guard case .respond(var response) = outcome, response.figures == nil else { return outcome }
        response.figures = path.flatMap { figures(for: $0) }
        return .respond(response)
    }

    /// The figures that count responses to requests for a path; nil outside presentations.
    func figures(for path: ResourcePath) -> ResponseFigures? {
        path.presentation.flatMap { presentations[$0]?.figures(for: path) }
    }

    private func answer(
        _ request: HTTPRequest, _ path: ResourcePath?, since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        guard request.method != .other, request.method != .post || KeyPath.isLicence(request.path) else {
            var response = HTTPResponse.text(405, "only GET, HEAD and OPTIONS are supported", cache: .never)
            response.fields.append(("Allow", "GET, HEAD, OPTIONS"))
            return .respond(response)
        }
        guard let path else {
            return .respond(.text(400, "invalid path", cache: .never))
        }
        switch path {
        case .resource(let name, let path):
            return answer(request, ResourceKey(presentation: name, path: path), since: since, at: now)
        case .presentation(OriginPage.scriptName, hasSlash: false):
            return .respond(playerScript.map(OriginPage.script) ?? missing(request, nil))
        case .presentation(let name, let hasSlash):
            if let wait = waitForStart(ResourceKey(presentation: name, path: ""), since: since, at: now) { return wait }
            guard presentations[name] != nil || reservations[name] != nil else {
                return .respond(missing(request, nil))
            }
            guard hasSlash else {
                // A relative redirect preserves a signature, or a prefix that a reverse proxy has added.
                let asked = ResourcePath(request.path)?.presentation ?? name
                let target = "\(asked.percentEncoded())/" + (request.query.map { "?" + $0 } ?? "")
                return .respond(HTTPResponse(308, [("Location", target), ("Cache-Control", "no-store")]))
            }
            if let wait = waitForPlaylist(ResourceKey(presentation: name, path: ""), since: since, at: now) {
                return wait
            }
            return .respond(
                OriginPage.player(
                    name, entry: presentations[name]?.entry, hasScript: playerScript != nil,
                    deliversKeys: presentations[name]?.keys.isDelivered == true))
        case .root: return .respond(OriginPage.list(Array(Set(presentations.keys).union(reservations.keys))))
        }
    }

    /// Holds a request for a reserved presentation without media playlists, and answers 503 after its limit. Nil for others.
    private func waitForPlaylist(_ key: ResourceKey, since: MonotonicTime, at now: ClockReading) -> RequestOutcome? {
        guard isAwaited(key.presentation), let limit = reservations[key.presentation]?.limit else { return nil }
        if !isClosing, now.monotonic < since + limit { return .wait(key, until: since + limit) }
        return .respond(Self.unavailable(retryAfter: max(1, min(limit.components.seconds, 10))))
    }

    /// The response for a resource of a presentation that has not started.
    private static func unavailable(retryAfter seconds: Int64) -> HTTPResponse {
        var response = HTTPResponse.text(503, "the presentation is starting; try again", cache: .never)
        response.fields.append(("Retry-After", "\(seconds)"))
        return response
    }

    /// Holds a request for an unknown presentation while a service opens its presentations one after the other. Nil for
    /// others.
    private func waitForStart(_ key: ResourceKey, since: MonotonicTime, at now: ClockReading) -> RequestOutcome? {
        let (name, end) = (key.presentation, since + Self.startLimit)
        guard isStarting, presentations[name] == nil, reservations[name] == nil, now.monotonic < end else { return nil }
        return .wait(key, until: end)
    }

    private func answer(_ request: HTTPRequest, _ key: ResourceKey, since: MonotonicTime, at now: ClockReading)
        -> RequestOutcome
    {
        if let response = keyResponse(request, key) { return .respond(response) }
        guard let presentation = presentations[key.presentation] else {
            return waitForPlaylist(key, since: since, at: now) ?? waitForStart(key, since: since, at: now)
                ?? .respond(missing(request, nil))
        }
        guard let resource = presentation.resources[key.path] else {
            if let wait = waitForPlaylist(key, since: since, at: now) { return wait }
            if key.path == Self.timeName, presentation.hasManifest { return .respond(time(now)) }
            if let growing = presentation.growing[key.path], request.method == .get {
                return .stream(stream(growing, presentation), GrowingSegmentStream(growing))
            }
            let end = since + presentation.maximumWait
            // While a reserved presentation starts, its playlists are published one after the other.
            let isExpected =
                presentation.isHinted(key.path)
                || reservations[key.presentation] != nil && key.path.hasSuffix(".m3u8")
            if isExpected, !presentation.isEnded, now.monotonic < end {
                return .wait(key, until: end)
            }
            if presentation.mayPublish(key.path, at: now.monotonic) { return .respond(Self.unavailable(retryAfter: 1)) }
            return .respond(missing(request, key.presentation))
        }
        if let client = request.client, resource.playlist?.hasViewers == true {
            presentation.figures?.record(client, requesting: key.path, at: now.monotonic)
        }
        guard let playlist = resource.playlist else { return .respond(file(resource, request, key, presentation)) }
        return answer(request, key, resource, playlist, since: since, at: now)
    }

    // Answers a playlist request according to its delivery directives (RFC 8216bis 6.2.5).
    private func answer(
        _ request: HTTPRequest, _ key: ResourceKey, _ resource: StoredResource, _ playlist: PublishedPlaylist,
        since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        guard let edge = playlist.edge, !edge.isEnded else {
            return .respond(
                text(resource, playlist, DeliveryDirectives(), request, presentations[key.presentation]?.targetDuration)
            )
        }
        let directives: DeliveryDirectives
        do throws(DeliveryDirectives.Problem) {
            directives = try DeliveryDirectives(query: request.query)
        } catch {
            return .respond(.text(400, error.message, cache: .never))
        }
        switch edge.decision(for: directives) {
        case .answer: return .respond(text(resource, playlist, directives, request, edge.targetDuration))
        case .reject(let why): return .respond(.text(400, why, cache: .never))
        case .wait:
            let end = since + edge.maximumWait
            if now.monotonic < end, presentations[key.presentation]?.isEnded == false { return .wait(key, until: end) }
            return .respond(.text(503, "the playlist has not reached the requested part", cache: .never))
        }
    }

    private func missing(_ request: HTTPRequest, _ name: String?) -> HTTPResponse {
        let directives = try? DeliveryDirectives(query: request.query)
        let lifetime = CacheLifetime.missing(
            targetDuration: name.flatMap { presentations[$0]?.targetDuration },
            isBlocking: directives?.isBlocking ?? false)
        return .text(404, "not found", cache: lifetime)
    }

    private func text(
        _ resource: StoredResource, _ playlist: PublishedPlaylist, _ directives: DeliveryDirectives,
        _ request: HTTPRequest, _ targetDuration: Int?
    ) -> HTTPResponse {
        let form = playlist.form(for: directives)
        let (bytes, isCompressed) = playlist.body(form, isCompressed: request.acceptsGzip)
        let suffix = (form == .full ? "" : form == .delta ? "-d" : "-v") + (isCompressed ? "-z" : "")
        let lifetime = CacheLifetime.playlist(
            targetDuration: targetDuration ?? 2,
            isBlocking: playlist.edge?.canBlock == true && playlist.edge?.isEnded == false && directives.isBlocking)
        let fields = {
            [
                ("Content-Type", resource.contentType), ("Cache-Control", lifetime.field),
                ("ETag", tag(resource, suffix)),
                ("Last-Modified", "\(HTTPDate(resource.stored))"), ("Vary", "Accept-Encoding"),
            ]
        }
        if request.ifNoneMatch != nil, request.has(tag(resource, suffix)) {
            return HTTPResponse(304, fields())
        }
        let variant = SharedResponses.Variant(form: form, isCompressed: isCompressed, lifetime: lifetime)
        return shared(variant, resource) {
            HTTPResponse(200, fields() + (isCompressed ? [("Content-Encoding", "gzip")] : []), body: [bytes])
        }
    }

    private func file(
        _ resource: StoredResource, _ request: HTTPRequest, _ key: ResourceKey, _ presentation: OriginPresentation
    ) -> HTTPResponse {
        let lifetime: CacheLifetime =
            resource.mayChange
            ? .playlist(targetDuration: presentation.targetDuration ?? 2, isBlocking: false) : .unchanging
        let tag = tag(resource, "")
        let fields = [
            ("Content-Type", resource.contentType), ("Cache-Control", lifetime.field), ("ETag", tag),
            ("Last-Modified", "\(HTTPDate(resource.stored))"), ("Accept-Ranges", "bytes"),
        ]
        if request.range == nil, request.ifNoneMatch == nil {
            var response = shared(SharedResponses.Variant(lifetime: lifetime), resource) {
                HTTPResponse(200, fields, body: resource.slices)
            }
            response.figures = presentation.figures?[OriginRequestKind(resource, path: key.path)]
            return response
        }
        let selection = FileSelection(request, tag: tag, size: resource.count)
        return selection.response(
            fields, body: selection.status == 200 ? resource.slices : resource.bytes(in: selection.range))
    }

    /// The path of the time, with which players of a DASH presentation set their clocks.
    private static let timeName = "time"

    private func time(_ now: ClockReading) -> HTTPResponse {
        // Without a line end: players parse the whole body as a date.
        HTTPResponse(
            200, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", CacheLifetime.never.field)],
            body: [ByteSlice(copying: DateTime(now.wall).description.utf8)])
    }

    /// Returns the header of a response that consists of a segment's parts.
    private func stream(_ segment: GrowingSegment, _ presentation: OriginPresentation) -> HTTPResponse {
        // The whole segment, whatever range is requested: its length is not known.
        var response = HTTPResponse(
            200,
            [("Content-Type", segment.contentType), ("Cache-Control", CacheLifetime.unchanging.field)])
        response.figures = presentation.figures?[.segment]
        return response
    }

    /// Returns the response that all requests of a variant share, with all its fields.
    private func shared(
        _ variant: SharedResponses.Variant, _ resource: StoredResource, _ make: () -> HTTPResponse
    ) -> HTTPResponse {
        guard let commonFields else { return make() }
        return resource.responses.response(variant) {
            var response = make()
            response.fields += commonFields
            response.hasCommonFields = true
            return response
        }
    }

    private func tag(_ resource: StoredResource, _ suffix: String) -> String {
        "\"\(String(epoch, radix: 36))-\(String(resource.number, radix: 36))\(suffix)\""
    }
}
