import StageKit

/// Where a processor or a sink takes what the stages above it made.
struct LinkInlet<Input: Payload>: Inlet {
    let link: Link<Input>

    func receive() async throws -> [Message<Input>]? {
        var batch: [Message<Input>] = []
        return try await link.take(into: &batch) ? batch : nil
    }

    func request(_ request: UpstreamRequest) { link.requests.send(request) }
}
