import HLS
import HTTPServer
import Media
import OnDemand
import StageKit

/// Answers requests for the presentations of movies.
///
/// The server's thread only looks up results. Requests whose results are computed elsewhere are held.
struct MovieHandler: RequestHandler {
    let library: MovieLibrary
    let access: AccessPolicy
    /// The build of hls.js for the pages; nil without one.
    let script: ByteSlice?
    /// Whether the page that lists the movies is served.
    let hasPage: Bool
    /// The figures of responses by kind.
    private let responses: [ResponseFigures]
    private let connections: FigureGauge
    private let waiting: FigureGauge
    private let shared = SharedMovieResponses()

    init(
        library: MovieLibrary, access: AccessPolicy, script: ByteSlice?, hasPage: Bool = false,
        figures: StageFigures = StageFigures()
    ) {
        (self.library, self.access, self.script, self.hasPage) = (library, access, script, hasPage)
        responses = OriginRequestKind.allCases.map { ResponseFigures(kind: $0.label, in: figures) }
        connections = figures.gauge(FigureName.originConnections, "Open connections of the server")
        waiting = figures.gauge(FigureName.originWaiting, "Requests held until their resource is published")
    }

    /// The maximum time for which a request is held.
    static let timeout = Duration.seconds(20)
    /// The time after which clients look for a new version of a movie, in seconds.
    private static let entryLifetime = 2
    /// The lifetime of playlists that grow, in seconds: half of the shortest target duration.
    private static let growingLifetime = 1
    /// The Cache-Control field of files whose URLs contain their version: one year.
    private static let versionedField = "max-age=31536000, immutable"

    func authorize(_ request: inout HTTPRequest, at now: ClockReading) -> HTTPResponse? {
        access.authorize(&request, at: now)
    }

    func answer(
        _ request: HTTPRequest, heldFor key: ResourceKey?, since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        let sharing = SharedMovieResponses.Key(request)
        if let sharing, let response = shared.response(sharing, at: now.monotonic) { return .respond(response) }
        let path = MoviePath(request.path)
        let outcome = outcome(request, path, since: since, at: now)
        guard case .respond(var response) = outcome else { return outcome }
        response.figures = responses[OriginRequestKind(path).rawValue]
        if let sharing, response.sharedHead != nil {
            addFields(to: &response)
            response.hasCommonFields = true
            shared.add(response, for: sharing, at: now.monotonic)
        }
        return .respond(response.lasting(until: request.expiry, at: now))
    }

    private func outcome(
        _ request: HTTPRequest, _ path: MoviePath?, since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        guard request.method == .get || request.method == .head else {
            var response = HTTPResponse.text(405, "only GET, HEAD and OPTIONS are supported", cache: .never)
            response.fields.append(("Allow", "GET, HEAD, OPTIONS"))
            return .respond(response)
        }
        let hold = Hold(since: since, now: now.monotonic)
        switch path {
        case nil: return .respond(Self.missing)
        case .script: return .respond(script.map(OriginPage.script) ?? Self.missing)
        case .library(let file): return hasPage ? answer(file, request, hold) : .respond(Self.missing)
        case .poster(let name):
            guard hasPage else { return .respond(Self.missing) }
            let (key, lookup) = library.poster(of: name, since: hold.since)
            return outcome(lookup, key, hold) { .respond(Self.response($0, "image/jpeg", lifetime: 60)) }
        case .page(let name):
            let movie = PresentationRequest(name)
            return outcome(library.current(movie), .movie(movie), hold) { _ in
                let title = name.split(separator: "/").last.map(String.init) ?? name
                return .respond(
                    OriginPage.player(
                        title, entry: MoviePresentation.playlistName, hasScript: script != nil, deliversKeys: false))
            }
        case .entry(let path, let name):
            let movie: PresentationRequest
            do throws(PresentationSelection.Problem) {
                movie = PresentationRequest(path, try PresentationSelection(query: request.query))
            } catch {
                return .respond(.text(400, error.message, cache: .never))
            }
            return outcome(library.current(movie), .movie(movie), hold) { current in
                guard let file = current.presentation.entry(name) else { return .respond(Self.missing) }
                let place = Place(
                    movie: movie, version: current.version, path: name, isEntry: true,
                    revision: current.presentation.revision)
                return answer(request, file, of: current.presentation, at: place, hold)
            }
        case .file(let movie, let version, let path) where version.isArchived && movie.selection.isEmpty:
            let key = LibraryKey.content(movie: movie, version: version, path: path, form: MovieLibrary.archivedForm)
            return outcome(library.archivedFile(path, of: movie.name, version), key, hold) { data in
                let tag = "\"\(version)\""
                let fields = [
                    (name: "Content-Type", value: MovieLibrary.contentType(ofArchived: path)),
                    ("Cache-Control", Self.versionedField), ("ETag", tag), ("Accept-Ranges", "bytes"),
                ]
                let selection = FileSelection(request, tag: tag, size: data.count)
                return .respond(selection.response(fields, body: data.part(selection.range).slices))
            }
        case .file(let movie, let version, let path):
            return outcome(library.presentation(of: movie, version), .movie(movie), hold) { presentation in
                guard let file = presentation[path] else { return .respond(Self.missing) }
                let place = Place(
                    movie: movie, version: version, path: path, isEntry: false,
                    revision: file.isText ? presentation.revision : nil)
                return answer(request, file, of: presentation, at: place, hold)
            }
        }
    }

    func rejection(_ status: Int, _ why: String) -> HTTPResponse { .text(status, why, cache: .never) }

    func addFields(to response: inout HTTPResponse) { access.addFields(to: &response) }

    func tick(_ load: ServerLoad, at now: MonotonicTime) {
        connections.set(load.connections)
        waiting.set(load.heldRequests.values.reduce(0, +))
        shared.removeExpired(at: now)
        library.cancelEncodings { load.heldRequests[ResourceKey($0).presentation] != nil }
    }

    private static var missing: HTTPResponse { .text(404, "not found", cache: .seconds(1)) }
}

// The page that lists the movies.
extension MovieHandler {
    private func answer(_ file: MoviePath.LibraryFile, _ request: HTTPRequest, _ hold: Hold) -> RequestOutcome {
        switch file {
        case .page: return .respond(LibraryPageFiles.page(hasPlayer: script != nil))
        case .script: return .respond(LibraryPageFiles.script)
        case .style: return .respond(LibraryPageFiles.style)
        case .list:
            guard let query = LibraryPage.Query(query: request.query) else {
                return .respond(
                    .text(
                        400,
                        "offset must be 0 or more, limit from 1 to \(LibraryPage.Query.maximumLimit), and search at most "
                            + "\(LibraryPage.Query.maximumSearch) bytes", cache: .never))
            }
            let (key, lookup) = library.page(query, since: hold.since)
            return outcome(lookup, key, hold) { .respond(Self.response($0, "application/json", lifetime: 0)) }
        }
    }

    private static func response(_ data: ByteRope, _ type: String, lifetime: Int) -> HTTPResponse {
        HTTPResponse(
            200,
            [
                ("Content-Type", type), ("Cache-Control", lifetime > 0 ? "max-age=\(lifetime)" : "no-cache"),
                ("X-Content-Type-Options", "nosniff"),
            ], body: data.slices)
    }
}

// Files.
extension MovieHandler {
    private struct Hold {
        let since: MonotonicTime
        let now: MonotonicTime
    }

    private struct Place {
        let movie: PresentationRequest
        let version: MovieVersion
        let path: String
        /// Whether the URL is the movie's URL and does not contain the version.
        let isEntry: Bool
        /// Identifies the state of a file that changes; nil for others.
        let revision: String?

        func key(_ form: String) -> LibraryKey {
            let form = form + (revision.map { "." + $0 } ?? "")
            return .content(
                movie: movie, version: version, path: isEntry ? "" : path, form: isEntry ? path + form : form)
        }

        /// The entity tag without quotes.
        var tag: String { revision.map { "\(version)-\($0)" } ?? version.description }

        var cacheField: String {
            if revision != nil { return CacheLifetime.seconds(MovieHandler.growingLifetime).field }
            return isEntry ? CacheLifetime.seconds(MovieHandler.entryLifetime).field : MovieHandler.versionedField
        }
    }

    private func answer(
        _ request: HTTPRequest, _ file: PresentedFile, of presentation: MoviePresentation, at place: Place, _ hold: Hold
    ) -> RequestOutcome {
        if file.isText, request.acceptsGzip, request.range == nil, file.count > 100 {
            let key = place.key("gzip")
            let lookup = library.content(key, of: presentation) { presentation in
                presentation.bytes(of: file, in: 0..<file.count).flatMap { gzip(ByteSlice(copying: $0.bytes)) }
                    .map { ByteRope($0) }
            }
            return outcome(lookup, key, hold) { data in
                let tag = "\"\(place.tag)-z\""
                let selection = FileSelection(request, tag: tag, size: data.count)
                var response = response(file, place, selection, data, tag: tag)
                if selection.status == 200 {
                    response.fields.append(("Content-Encoding", "gzip"))
                    response.sharedHead = SharedHead()
                }
                return .respond(response)
            }
        }
        let tag = "\"\(place.tag)\""
        if let segment = presentation.encodedSegment(of: file) {
            let key = LibraryKey.encoded(movie: place.movie, version: place.version, path: place.path)
            return outcome(library.encoded(key, segment, of: presentation), key, hold) { data in
                let selection = FileSelection(request, tag: tag, size: data.count)
                var response = response(file, place, selection, data.part(selection.range), tag: tag)
                response.pace = DeliveryPace(of: file, in: presentation)
                return .respond(response)
            }
        }
        let selection = FileSelection(request, tag: tag, size: file.count)
        if file.isStored || selection.range.isEmpty {
            let data = presentation.bytes(of: file, in: selection.range) ?? ByteRope()
            var response = response(file, place, selection, data, tag: tag)
            if file.isStored, selection.status == 200 { response.sharedHead = SharedHead() }
            return .respond(response)
        }
        // Whole segments are built, so that different ranges of one segment share the result.
        let range = file.wholeParts(around: selection.range)
        let key = place.key("\(range.lowerBound)-\(range.upperBound)")
        let memory = library.responseMemory
        let make: @Sendable (MoviePresentation) throws(StageError) -> ByteRope? = { presentation throws(StageError) in
            try presentation.content(of: file, in: range, memory)
        }
        let lookup =
            presentation.isRemote
            ? library.remoteContent(key, of: presentation, file, in: range, make)
            : library.content(key, of: presentation, make)
        return outcome(lookup, key, hold) { data in
            let offset = range.lowerBound
            let part =
                range == selection.range
                ? data
                : data.part(selection.range.lowerBound - offset..<selection.range.upperBound - offset)
            var response = response(file, place, selection, part, tag: tag)
            response.pace = DeliveryPace(of: file, in: presentation)
            return .respond(response)
        }
    }

    private func response(
        _ file: PresentedFile, _ place: Place, _ selection: FileSelection, _ data: ByteRope, tag: String
    ) -> HTTPResponse {
        var fields = [
            (name: "Content-Type", value: file.contentType), ("Cache-Control", place.cacheField),
            ("ETag", tag),
        ]
        fields.append(file.isText ? ("Vary", "Accept-Encoding") : ("Accept-Ranges", "bytes"))
        return selection.response(fields, body: data.slices)
    }

    /// Answers with a result, holds the request for it, or rejects the request.
    private func outcome<Value>(
        _ lookup: MovieLibrary.Lookup<Value>, _ key: LibraryKey, _ hold: Hold,
        _ answer: (Value) -> RequestOutcome
    ) -> RequestOutcome {
        switch lookup {
        case .found(let value): return answer(value)
        case .pending:
            let end = hold.since + Self.timeout
            if hold.now < end { return .wait(ResourceKey(key), until: end) }
            return .respond(Self.busy("the movie is being opened, fetched or encoded; try again"))
        case .busy: return .respond(Self.busy("too many movies are being opened or encoded; try again"))
        case .missing: return .respond(Self.missing)
        case .failed(let error) where error.code.isTemporary:
            return .respond(Self.busy(error.message))
        case .failed(let error) where error.code == .sourceFailed || error.code == .sourceTimedOut:
            // The log has the reason, with the URL.
            let status = error.code == .sourceTimedOut ? 504 : 502
            return .respond(.text(status, "the store of the movie does not answer as it should", cache: .never))
        case .failed(let error):
            return .respond(Self.rejection(error))
        }
    }

    private static func rejection(_ error: StageError) -> HTTPResponse {
        switch error.code {
        case "no-segment-yet": busy(error.message)
        case "invalid-selection": .text(400, error.message, cache: .never)
        case "recording-in-progress": .text(409, error.message, cache: .seconds(1))
        case "range-not-satisfiable": .text(416, error.message, cache: .seconds(1))
        default: .text(422, "the movie cannot be streamed: \(error.message)", cache: .seconds(1))
        }
    }

    private static func busy(_ why: String) -> HTTPResponse {
        var response = HTTPResponse.text(503, why, cache: .never)
        response.fields.append(("Retry-After", "2"))
        return response
    }
}

extension ResourceKey {
    /// The key for which requests of a result of the library are held.
    init(_ key: LibraryKey) {
        // Encodings end with their requests, which are counted by the presentation of their keys.
        if case .encoded = key {
            self.init(presentation: "\(key.movie) \(key.detail)", path: "")
        } else {
            self.init(presentation: key.movie.description, path: key.detail)
        }
    }
}

extension DeliveryPace {
    /// Twice the bit rate of a file's media after the burst of a presentation; nil without one.
    fileprivate init?(of file: PresentedFile, in presentation: MoviePresentation) {
        guard let burst = presentation.burst, let bitRate = presentation.bitRate(of: file) else { return nil }
        self.init(
            burst: Int(min(Double(bitRate) / 8 * burst.seconds, 1e15)), rate: max(Self.minimumRate, bitRate / 8 * 2))
    }
}
