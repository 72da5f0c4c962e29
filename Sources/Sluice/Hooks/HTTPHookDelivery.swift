import HTTPClient
import Media
import PipelineRuntime
import StageKit
import SystemTime

/// Posts events to a URL.
struct HTTPHookDelivery: HookDelivery {
    let options: HookOptions
    let engine: FetchEngine
    let clock: any MediaClock

    func deliver(_ event: HookEvent) async throws(HookFailure) {
        let body = event.body
        var request = FetchRequest(url: options.url, limits: limits)
        request.method = .post(BytesBody(body))
        request.acceptsAnyStatus = true
        request.authorities = options.authorities.isEmpty ? nil : options.authorities
        request.rules.fields = [
            "Content-Type: application/cloudevents+json; charset=utf-8", "Sluice-Event-Id: \(event.id)",
        ]
        if !options.secret.isEmpty {
            let value = HookSignature.value(of: body, secret: options.secret.value, at: clock.wallTime)
            request.rules.fields.append("\(HookSignature.field): \(value)")
        }
        request.rules.fieldsOrigin = WebURL(request.url)?.origin
        let outcome: FetchOutcome
        do throws(TransferError) {
            outcome = try await engine.fetch(request, into: MemorySink())
        } catch {
            throw HookFailure(message: error.detail ?? "\(error)", isTemporary: error.kind != .refused)
        }
        let status = outcome.head.status
        guard !(200..<300).contains(status) else { return }
        // Other errors of the client do not pass: the same body would be refused again.
        let isTemporary = status >= 500 || status == 408 || status == 425 || status == 429
        throw HookFailure(
            message: "the server responded with status \(status)", isTemporary: isTemporary,
            retryAfter: outcome.head.retryAfter)
    }

    private var limits: FetchLimits {
        var limits = FetchLimits.memory(size: 64 << 10)
        let seconds = max(1, Int(options.timeout.seconds.rounded(.up)))
        (limits.totalSeconds, limits.connectSeconds) = (seconds, seconds)
        // The total timeout covers slow responses.
        (limits.slowSeconds, limits.redirects) = (0, 0)
        return limits
    }
}
