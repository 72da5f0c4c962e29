import Foundation
import HTTPServer
import HTTPStages
import Media
import Synchronization

/// Answers requests to the admin listener from the table of routes.
final class AdminHandler: RequestHandler {
    /// The time after which an operation that has not finished is answered with 503.
    private static let operationLimit = Duration.seconds(60)

    private let routes: [AdminRoute]
    private let resources: [String: AdminResource]
    private let targets: @Sendable () -> [AdminTarget]
    private let access: AdminAccess
    let operations = AdminOperations()

    init(
        routes: [AdminRoute], resources: [AdminResource], access: AdminAccess,
        targets: @escaping @Sendable () -> [AdminTarget]
    ) {
        (self.routes, self.access, self.targets) = (routes, access, targets)
        self.resources = Dictionary(resources.map { ($0.path, $0) }) { first, _ in first }
    }

    func authorize(_ request: inout HTTPRequest, at now: ClockReading) -> HTTPResponse? { nil }

    func answer(
        _ request: HTTPRequest, heldFor key: ResourceKey?, since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        if let key { return result(of: key, since: since, at: now.monotonic) }
        do throws(ProblemDetails) {
            switch try reply(to: request, at: now.monotonic) {
            case .response(let response): return .respond(response)
            case .stream(let response, let stream):
                if request.method == .head {
                    stream.cancel()
                    return .respond(response)
                }
                return .stream(response, stream)
            case .operation(let body): return try wait(for: operations.start(body), at: now.monotonic)
            case .reading(let body): return try wait(for: operations.startReading(body), at: now.monotonic)
            }
        } catch {
            return .respond(error.response)
        }
    }

    private func wait(for key: ResourceKey?, at now: MonotonicTime) throws(ProblemDetails) -> RequestOutcome {
        guard let key else { throw .tooManyRequests }
        return .wait(key, until: now + Self.operationLimit)
    }

    private func result(of key: ResourceKey, since: MonotonicTime, at now: MonotonicTime) -> RequestOutcome {
        if let response = operations.removeResponse(key) { return .respond(response) }
        let end = since + Self.operationLimit
        guard now >= end else { return .wait(key, until: end) }
        return .respond(ProblemDetails(503, "timeout", "the operation has not finished; see the log").response)
    }

    private func reply(to request: HTTPRequest, at now: MonotonicTime) throws(ProblemDetails) -> AdminReply {
        let decision = access.decision(on: request, at: now)
        if case .denied(let problem) = decision { throw problem }
        let isAuthorized = if case .permitted = decision { true } else { false }
        let isReading = request.method == .get || request.method == .head
        if isReading, let resource = resources[request.path] { return .response(resource.response) }
        let (path, found) = try resolve(request.path)
        let candidates = routes.filter { $0.path == path && (found.isNamed ? $0.scope.hasName : true) }
        guard !candidates.isEmpty else {
            guard resources[request.path] == nil else { throw Self.notAllowed("GET, HEAD") }
            throw isAuthorized ? .notFound : .unauthorized
        }
        guard let route = candidates.first(where: { $0.method == (isReading ? .get : request.method) }) else {
            throw Self.notAllowed(candidates.map(\.methodNames).joined(separator: ", "))
        }
        guard isAuthorized || route.isPublic else { throw .unauthorized }
        if route.scope == .one, !found.isNamed, found.targets.count != 1 {
            throw ProblemDetails(
                404, "several-pipelines", "there are \(found.targets.count) pipelines; use /pipelines/NAME\(path)")
        }
        return try route.reply(
            AdminRequest(
                request: request, targets: found.targets, isNamed: found.isNamed, isAuthorized: isAuthorized, now: now))
    }

    /// The pipelines of a path, and whether the path names one.
    private typealias Found = (targets: [AdminTarget], isNamed: Bool)

    /// Separates the name of a pipeline from a path.
    private func resolve(_ path: String) throws(ProblemDetails) -> (path: String, found: Found) {
        let targets = targets()
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst()
        guard parts.first == "pipelines", parts.count == 2 else { return (path, (targets, false)) }
        let rest = parts[parts.startIndex + 1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = rest[0].removingPercentEncoding, let target = targets.first(where: { $0.name == name }) else {
            throw ProblemDetails(404, "no-such-pipeline", "there is no such pipeline; /pipelines lists them")
        }
        return ("/" + (rest.count > 1 ? String(rest[1]) : ""), ([target], true))
    }

    private static func notAllowed(_ methods: String) -> ProblemDetails {
        var problem = ProblemDetails(405, "method-not-allowed", "the resource allows only \(methods)")
        problem.allow = methods
        return problem
    }

    func rejection(_ status: Int, _ why: String) -> HTTPResponse {
        ProblemDetails(status, "rejected-request", why).response
    }

    func addFields(to response: inout HTTPResponse) {
        response.fields += [
            ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if response.field("Content-Security-Policy") == nil {
            response.fields.append(("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
        }
    }

    func tick(_ load: ServerLoad, at now: MonotonicTime) {}
}

extension AdminRoute {
    fileprivate var methodNames: String { method == .post ? "POST" : "GET, HEAD" }
}
