import Media
import Synchronization

// Connections.
extension ServerLoop {
    func handle(_ event: Poller.Event) {
        guard let client = clients[event.id] else { return }
        if event.isLost { return drop(event.id) }
        // During a TLS handshake, reading may have to wait for the socket to become writable.
        if event.isReadable || (event.isWritable && !client.isBlocked) {
            guard client.receive(buffer) else { return drop(event.id) }
        }
        serve(client)
    }

    func drop(_ id: UInt64) {
        table.remove(id)
        guard let client = clients.removeValue(forKey: id) else { return }
        for stream in client.growingStreams {
            streams.removeValue(forKey: RequestID(connection: id, stream: stream))?.cancel()
        }
        poller.remove(client.stream.descriptor)
        current.withLock { $0.connections -= 1 }
        updateHeldRequests { $0.removeAll(of: id) }
    }

    /// Changes the held requests and updates their count.
    private func updateHeldRequests(_ change: (inout HeldRequests) -> Void) {
        change(&heldRequests)
        let count = heldRequests.count
        current.withLock { $0.heldRequests = count }
    }

    /// Handles received events and sends queued bytes within one turn's budget, then watches for the next events.
    func serve(_ client: ClientConnection) {
        var budget = TurnBudget()
        var isBusy = true
        while isBusy {
            guard fillStreams(of: client) else { return drop(client.id) }
            guard client.send(&budget) else { return drop(client.id) }
            isBusy = false
            while let event = client.nextEvent(&budget) {
                handle(event, of: client)
                isBusy = true
            }
            if !isBusy, client.hasMore {
                guard client.receive(buffer) else { return drop(client.id) }
                isBusy = true
            }
        }
        if client.finishWritingIfDone() {
            updateHeldRequests { $0.removeAll(of: client.id) }
            table.endRequests(client.id, at: clock.now)
            table.beginReading(client.id, at: clock.now)
        }
        if client.isOver { drop(client.id) } else { watch(client) }
    }

    private func watch(_ client: ClientConnection) {
        var interest: UInt32 = 0
        if client.wantsToRead { interest = Poller.reading | (client.stream.wantsToWrite ? Poller.writing : 0) }
        // The rest of an interrupted turn runs when the socket is writable.
        if client.wantsToWrite { interest |= Poller.writing }
        guard interest != client.interest else { return }
        client.interest = interest
        poller.change(client.stream.descriptor, id: client.id, interest)
    }

    /// Cancels an overdue response, or closes the connection if the response cannot be cancelled alone.
    func end(_ overdue: ConnectionTable<UInt64>.Overdue) {
        guard let client = clients[overdue.id] else { return }
        if let stream = overdue.stream, client.cancel(stream: stream) { return serve(client) }
        client.drain()
        var budget = TurnBudget()
        _ = client.send(&budget)
        drop(overdue.id)
    }
}

// Requests.
extension ServerLoop {
    private func handle(_ event: ProtocolEvent, of client: ClientConnection) {
        let now = clock.reading
        switch event {
        case .headerStarted: table.beginReading(client.id, at: now.monotonic)
        case .request(let request, let stream):
            table.beginRequest(client.id, stream: stream, at: now.monotonic)
            answer(request, stream, client, at: now)
        case .rejected(let status, let why, let stream):
            table.beginRequest(client.id, stream: stream, at: now.monotonic)
            send(handler.rejection(status, why), to: AnsweredRequest(stream: stream, date: HTTPDate(now.wall)), client)
        case .ended(let stream):
            if heldRequests.count > 0 {
                updateHeldRequests { $0.remove(RequestID(connection: client.id, stream: stream)) }
            }
            // A stream that the client has cancelled.
            if client.growingStreams.contains(stream) {
                endStream(RequestID(connection: client.id, stream: stream))
            }
            table.endRequest(client.id, stream: stream, at: now.monotonic)
        }
    }

    private func answer(_ request: HTTPRequest, _ stream: Int32, _ client: ClientConnection, at now: ClockReading) {
        var request = request
        request.isLocal = client.isLocal
        let answered = AnsweredRequest(
            stream: stream, isHead: request.method == .head, date: HTTPDate(now.wall), since: now.monotonic)
        request.client = client.identify(request.client)
        if let response = handler.authorize(&request, at: now) { return send(response, to: answered, client) }
        switch handler.answer(request, heldFor: nil, since: now.monotonic, at: now) {
        case .respond(let response): send(response, to: answered, client)
        case .wait(let key, let until):
            // Identical requests of several clients share a response.
            request.client = nil
            let waiter = HeldRequests.Request(request: request, since: now.monotonic, until: until)
            holdRequest(waiter, answered, client, for: key)
        case .stream(let response, let source): begin(source, response, to: answered, client)
        }
    }

    /// Holds a request, or answers 503 if the server is stopping or holds too many.
    private func holdRequest(
        _ waiter: HeldRequests.Request, _ answered: AnsweredRequest, _ client: ClientConnection,
        for key: ResourceKey
    ) {
        guard !isDraining else {
            return send(handler.rejection(503, "the server is stopping"), to: answered, client)
        }
        // One HTTP/2 connection can hold many requests.
        guard heldRequests.count < table.limit * 4 else {
            return send(handler.rejection(503, "too many held requests"), to: answered, client)
        }
        updateHeldRequests { $0.add(RequestID(connection: client.id, stream: answered.stream), waiter, for: key) }
    }

    func send(_ response: HTTPResponse, to request: AnsweredRequest, _ client: ClientConnection) {
        deliver(complete(response), to: request, client)
    }

    /// Returns the response with the fields that every response carries.
    func complete(_ response: HTTPResponse) -> HTTPResponse {
        guard !response.hasCommonFields else { return response }
        var response = response
        handler.addFields(to: &response)
        response.hasCommonFields = true
        return response
    }

    private func deliver(_ response: HTTPResponse, to request: AnsweredRequest, _ client: ClientConnection) {
        let (now, bytes) = (clock.now, response.bodyLength)
        table.beginResponse(client.id, stream: request.stream, bytes: bytes, at: now)
        client.respond(response, to: request)
        response.figures?.record(
            status: response.status, bytes: request.isHead ? 0 : bytes, isHTTP2: client.isHTTP2,
            after: now - (request.since ?? now))
        current.withLock { $0.responses += 1 }
    }

    /// Re-evaluates the requests that are held for these resources.
    func reevaluateHeldRequests(of keys: [ResourceKey]) {
        for key in keys {
            var waiters: [(id: RequestID, waiter: HeldRequests.Request)] = []
            updateHeldRequests { waiters = $0.removeAll(for: key) }
            var shared: [HTTPRequest: HTTPResponse] = [:]
            for (index, (id, waiter)) in waiters.enumerated() {
                guard let client = clients[id.connection] else { continue }
                reevaluate(waiter, key, id.stream, client, &shared)
                // Responses on the same connection are sent together.
                let isLast = index + 1 == waiters.count || waiters[index + 1].id.connection != id.connection
                if isLast { serve(client) }
            }
        }
    }

    /// Answers a held request, or holds it again. Identical requests share one response.
    private func reevaluate(
        _ waiter: HeldRequests.Request, _ key: ResourceKey, _ stream: Int32, _ client: ClientConnection,
        _ shared: inout [HTTPRequest: HTTPResponse]
    ) {
        let now = clock.reading
        let (request, date) = (waiter.request, HTTPDate(now.wall))
        let answered = AnsweredRequest(stream: stream, isHead: request.method == .head, date: date, since: waiter.since)
        if let response = shared[request] { return deliver(response, to: answered, client) }
        switch handler.answer(request, heldFor: key, since: waiter.since, at: now) {
        case .respond(let partial):
            var response = complete(partial)
            // Error responses may depend on how long the request was held, so they are not shared.
            if response.status == 200 {
                if response.sharedHead == nil { response.sharedHead = SharedHead() }
                shared[request] = response
            }
            deliver(response, to: answered, client)
        case .wait(let key, let until):
            holdRequest(
                HeldRequests.Request(request: request, since: waiter.since, until: until), answered, client, for: key)
        case .stream(let response, let source): begin(source, response, to: answered, client)
        }
    }
}
