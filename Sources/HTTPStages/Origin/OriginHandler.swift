import HLS
import Media

/// Answers requests from the store of an origin.
struct OriginHandler: RequestHandler {
    let store: SharedStore
    let access: AccessPolicy

    func authorize(_ request: inout HTTPRequest, at now: ClockReading) -> HTTPResponse? {
        access.authorize(&request, at: now)
    }

    func answer(
        _ request: HTTPRequest, heldFor key: ResourceKey?, since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        let outcome = store.withLock { $0.answer(request, since: since, at: now) }
        guard case .respond(let response) = outcome else { return outcome }
        return .respond(response.lasting(until: request.expiry, at: now))
    }

    func rejection(_ status: Int, _ why: String) -> HTTPResponse { .text(status, why, cache: .never) }

    func addFields(to response: inout HTTPResponse) { access.addFields(to: &response) }

    func tick(at now: MonotonicTime) { store.withLock { $0.removeDue(now) } }
}
