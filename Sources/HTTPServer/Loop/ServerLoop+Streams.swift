import Media
import Synchronization

// Responses that are produced while they are sent.
extension ServerLoop {
    /// The maximum number of unsent bytes of a response stream: a client that reads slowly does not occupy more.
    private static let maxUnsentBytes = 64 << 10

    /// Sends the header of a response stream and starts it.
    func begin(
        _ source: any ResponseStream, _ response: HTTPResponse, to request: AnsweredRequest, _ client: ClientConnection
    ) {
        guard !isDraining, client.beginStream(complete(response), isFinite: source.isFinite, to: request) else {
            source.cancel()
            return send(handler.rejection(503, "the server is stopping"), to: request, client)
        }
        table.beginResponse(client.id, stream: request.stream, bytes: 0, at: clock.now)
        response.figures?.record(status: response.status, bytes: 0, isHTTP2: client.isHTTP2, after: .zero)
        current.withLock { $0.responses += 1 }
        let id = RequestID(connection: client.id, stream: request.stream)
        streams[id] = source
        source.start { [weak self] in self?.wakeStream(id) }
    }

    /// Sends available bytes of a response stream.
    func continueStream(_ id: RequestID) {
        guard streams[id] != nil, let client = clients[id.connection] else { return }
        serve(client)
    }

    /// Adds available bytes of the connection's response streams, up to the limit.
    /// Returns false if the connection must be closed to interrupt a response.
    func fillStreams(of client: ClientConnection) -> Bool {
        for stream in client.growingStreams where !fill(stream, of: client) { return false }
        return true
    }

    private func fill(_ stream: Int32, of client: ClientConnection) -> Bool {
        let id = RequestID(connection: client.id, stream: stream)
        guard let source = streams[id] else { return true }
        guard !source.hasFailed else {
            streams.removeValue(forKey: id)?.cancel()
            client.forgetStream(stream)
            return client.cancel(stream: stream)
        }
        let now = clock.now
        var unsent = client.unsentBytes(ofStream: stream)
        if unsent == 0 { table.pauseResponse(client.id, stream: stream, at: now) }
        while unsent < Self.maxUnsentBytes, let bytes = source.next(at: now) {
            // The deadline starts with the first byte that the client has not read.
            if unsent == 0 { table.beginResponse(client.id, stream: stream, bytes: bytes.count, at: now) }
            client.append(bytes, toStream: stream)
            unsent += bytes.count
        }
        if source.hasEnded, unsent < Self.maxUnsentBytes { endStream(id) }
        return true
    }

    /// Ends a response stream after the bytes that are queued.
    func endStream(_ id: RequestID) {
        streams.removeValue(forKey: id)?.cancel()
        clients[id.connection]?.endStream(id.stream)
    }
}
