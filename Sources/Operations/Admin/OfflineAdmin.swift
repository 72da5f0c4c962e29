package import HTTPServer
import HTTPStages
import Media
import SystemTime

/// The admin listener without a network and without runs, for tests and fuzzing.
package struct OfflineAdmin: Sendable {
    private let handler: AdminHandler
    /// Whether requests must present a token.
    package let requiresToken: Bool

    /// Creates a listener. Requests must present the token if it is not empty.
    package init(token: String = "") {
        requiresToken = !token.isEmpty
        var routes = AdminRoutes(clock: SystemClock(), heartbeat: Heartbeat(clock: SystemClock()))
        routes.additional.append(.metrics(build: [("version", "1")]))
        handler = AdminHandler(
            routes: routes.all,
            resources: [AdminResource(path: "/", contentType: "text/html", text: "<!doctype html>")],
            access: AdminAccess(token: token), targets: { [] })
    }

    /// Returns the response to a request; nil if it is a stream or waits for an operation.
    package func response(to request: HTTPRequest) -> HTTPResponse? {
        let now = ClockReading(monotonic: .zero, wall: WallTime(seconds: 1_700_000_000))
        guard case .respond(var response) = handler.answer(request, heldFor: nil, since: .zero, at: now) else {
            return nil
        }
        handler.addFields(to: &response)
        return response
    }
}
