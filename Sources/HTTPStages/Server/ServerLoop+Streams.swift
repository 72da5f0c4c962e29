import Media
import Synchronization

// Responses that are produced while they are sent.
extension ServerLoop {
    /// The maximum number of queued bytes of a response stream: a client that reads slowly does not occupy more.
    private static let maxQueuedStreamBytes = 64 << 10

    /// Sends the header of a response stream and starts it.
    func begin(
        _ source: any ResponseStream, _ response: HTTPResponse, to request: AnsweredRequest, _ client: ClientConnection
    ) {
        var response = response
        handler.addFields(to: &response)
        guard !isDraining, client.beginStream(response, to: request) else {
            source.cancel()
            return send(handler.rejection(505, "this resource requires HTTP/1.1"), to: request, client)
        }
        table.beginResponse(client.id, stream: request.stream, bytes: 0, at: clock.now)
        current.withLock { $0.responses += 1 }
        streams[client.id] = source
        let id = client.id
        source.start { [weak self] in self?.wakeStream(id) }
    }

    /// Sends available bytes of a connection's response stream.
    func continueStream(_ id: UInt64) {
        guard streams[id] != nil, let client = clients[id] else { return }
        serve(client)
    }

    /// Enqueues bytes of the connection's response stream, up to the limit.
    func fillStream(of client: ClientConnection) {
        guard let source = streams[client.id] else { return }
        let now = clock.now
        if client.queuedBytes == 0 { table.pauseResponse(client.id, at: now) }
        while client.queuedBytes < Self.maxQueuedStreamBytes, let bytes = source.next(at: now) {
            // The deadline starts with the first byte that the client has not read.
            if client.queuedBytes == 0 { table.beginResponse(client.id, bytes: bytes.count, at: now) }
            client.append(bytes)
        }
        if source.hasEnded, client.queuedBytes < Self.maxQueuedStreamBytes { endStream(client.id) }
    }

    /// Ends a response stream after the bytes that are queued.
    func endStream(_ id: UInt64) {
        streams.removeValue(forKey: id)?.cancel()
        clients[id]?.endStream()
    }
}
