import HLS
import HTTPServer
import Media

/// Answers requests from the store of an origin.
struct OriginHandler: RequestHandler {
    let store: SharedStore
    let access: AccessPolicy

    func authorize(_ request: inout HTTPRequest, at now: ClockReading) -> HTTPResponse? {
        guard var response = access.authorize(&request, at: now) else { return nil }
        response.figures = store.withLock { store in
            store.resourcePath(request.path).flatMap { store.figures(for: $0) }
        }
        return response
    }

    func answer(
        _ request: HTTPRequest, heldFor key: ResourceKey?, since: MonotonicTime, at now: ClockReading
    ) -> RequestOutcome {
        let (outcome, onRequest) = store.withLock { store in
            let onRequest = key == nil ? store.recordRequest(for: request.path, at: now) : nil
            return (store.answer(request, since: since, at: now), onRequest)
        }
        onRequest?()
        guard case .respond(let response) = outcome else { return outcome }
        return .respond(response.lasting(until: request.expiry, at: now))
    }

    func rejection(_ status: Int, _ why: String) -> HTTPResponse { .text(status, why, cache: .never) }

    func addFields(to response: inout HTTPResponse) { access.addFields(to: &response) }

    func tick(_ load: ServerLoad, at now: MonotonicTime) {
        store.withLock { store in
            store.removeDue(now)
            store.updateFigures(load, at: now)
        }
    }
}
