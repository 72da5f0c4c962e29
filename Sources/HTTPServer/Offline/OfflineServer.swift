package import Media

/// Answers the bytes of connections without sockets, at one point in time.
package struct OfflineServer {
    /// A response, and whether it would be held.
    package struct Response: Sendable, Hashable {
        /// The status code; nil if the request would be held until its resource is published.
        package var status: Int?
        /// The response as sent, header and body.
        package var bytes: [UInt8] = []
    }

    private let handler: any RequestHandler
    private let now: ClockReading

    package init(_ handler: any RequestHandler, at now: ClockReading) {
        self.handler = handler
        self.now = now
    }

    /// Answers requests in order until the connection would close.
    package func responses(to connection: [UInt8]) -> [Response] {
        var (answers, rest): ([Response], ArraySlice<UInt8>) = ([], connection[...])
        while true {
            switch RequestHead.read(rest) {
            case .incomplete: return answers
            case .rejected(let status, let why):
                return answers + [makeResponse(.text(status, why, cache: .never), isPersistent: false, hasBody: true)]
            case .request(var head, let length):
                rest = rest.dropFirst(length)
                if head.keepsBody { head.request.body = Array(rest.prefix(head.bodyLength)) }
                rest = rest.dropFirst(head.bodyLength)
                answers.append(makeResponse(head))
                guard head.isPersistent, rest.count > 0 else { return answers }
            }
        }
    }

    /// The outcome of an HTTP/2 connection, after its preface.
    package struct ConnectionResult: Sendable, Hashable {
        /// The number of received requests; `ended` counts those answered or cancelled.
        package var requestCount = 0
        package var endedCount = 0
        /// The number of bytes that would be sent.
        package var sentBytes = 0
        /// Whether the server would close the connection.
        package var hasEnded = false
    }

    /// Processes the given pieces of an HTTP/2 connection and answers the requests in them.
    package func processHTTP2(_ pieces: [[UInt8]]) -> ConnectionResult {
        var (result, queue) = (ConnectionResult(), SendQueue())
        guard let conversation = HTTP2ProtocolHandler() else { return result }
        for piece in [HTTP2ProtocolHandler.preface] + pieces where conversation.wantsToRead {
            piece.withUnsafeBytes { conversation.receive($0) }
            var isBusy = true
            while isBusy {
                conversation.fill(&queue)
                let count = queue.drain().reduce(0) { $0 + $1.count }
                result.sentBytes += count
                isBusy = count > 0
                while let event = conversation.nextEvent(sent: queue.sent) {
                    isBusy = true
                    handle(event, conversation, &queue, &result)
                }
            }
        }
        result.hasEnded = conversation.hasEnded
        return result
    }

    private func handle(
        _ event: ProtocolEvent, _ conversation: HTTP2ProtocolHandler, _ queue: inout SendQueue,
        _ result: inout ConnectionResult
    ) {
        let date = HTTPDate(now.wall)
        switch event {
        case .headerStarted: break
        case .ended: result.endedCount += 1
        case .rejected(let status, let why, let stream):
            result.requestCount += 1
            conversation.respond(
                .text(status, why, cache: .never), to: AnsweredRequest(stream: stream, date: date), &queue)
        case .request(let request, let stream):
            result.requestCount += 1
            guard let response = response(to: request) else { return }
            let answered = AnsweredRequest(stream: stream, isHead: request.method == .head, date: date)
            conversation.respond(response, to: answered, &queue)
        }
    }

    /// Returns the response to a request; nil if the request would be held.
    private func response(to request: HTTPRequest) -> HTTPResponse? {
        var request = request
        if let response = handler.authorize(&request, at: now) { return response }
        let outcome = handler.answer(request, heldFor: nil, since: now.monotonic, at: now)
        guard case .respond(let response) = outcome else { return nil }
        return response
    }

    private func makeResponse(_ head: RequestHead) -> Response {
        guard let response = response(to: head.request) else { return Response() }
        return makeResponse(response, isPersistent: head.isPersistent, hasBody: head.request.method != .head)
    }

    private func makeResponse(_ response: HTTPResponse, isPersistent: Bool, hasBody: Bool) -> Response {
        var response = response
        if !response.hasCommonFields { handler.addFields(to: &response) }
        let head = response.head(date: HTTPDate(now.wall), isPersistent: isPersistent)
        let body = hasBody ? response.body.flatMap(\.bytes) : []
        return Response(status: response.status, bytes: head.bytes + body)
    }
}
