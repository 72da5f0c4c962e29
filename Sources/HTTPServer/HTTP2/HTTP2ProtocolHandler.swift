import CNGHTTP2
import Media

/// HTTP/2 on a connection (RFC 9113): concurrent requests, each on its stream.
///
/// nghttp2 implements the protocol; this type limits the memory and work that a client can cause.
final class HTTP2ProtocolHandler: HTTPProtocolHandler {
    private let session: OpaquePointer
    var streams: [Int32: HTTP2Stream] = [:]
    /// Events not yet returned.
    private var events: [ProtocolEvent] = []
    /// Streams whose response ends at this byte of the queue.
    private var answered: [(stream: Int32, end: Int)] = []
    var output = HTTP2Output()
    /// The position of the output's first byte among all bytes ever queued.
    private var outputStart = 0
    /// The number of invalid or cancelled requests, minus the number of completed ones.
    private var abusiveRequests = 0
    private var hasFailed = false
    /// The bytes kept of all open requests.
    private var kept = 0

    /// Returns nil if memory is exhausted.
    init?() {
        guard let session = HTTP2Callbacks.makeSession() else { return nil }
        self.session = session
        nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: HTTP2Limits.streams),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(HTTP2Limits.header)),
            // Only the priorities of RFC 9218 are supported.
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES.rawValue), value: 1),
        ]
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        if nghttp2_submit_settings(session, flags, &settings, settings.count) != 0 { hasFailed = true }
    }

    deinit { nghttp2_session_del(session) }

    /// The connection preface that a client sends first (RFC 9113 3.4).
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Returns whether a connection that starts with these bytes uses HTTP/2; nil if more bytes are needed.
    static func isHTTP2(_ bytes: [UInt8]) -> Bool? {
        let line = preface.prefix { $0 != 0x0D }
        if bytes.count >= line.count { return bytes.starts(with: line) }
        return line.starts(with: bytes) ? nil : false
    }

    var wantsToRead: Bool { !hasFailed && nghttp2_session_want_read(session) != 0 }
    var hasEnded: Bool {
        hasFailed || nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
    }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !hasFailed else { return }
        let count = nghttp2_session_mem_recv(session, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        // Control responses, such as PING acknowledgements, accumulate if the client does not read.
        if count < 0 || nghttp2_session_get_outbound_queue_size(session) > HTTP2Limits.frames { hasFailed = true }
    }

    /// Fails the connection: without further WINDOW_UPDATE frames, responses cannot be completed.
    func receiveEnd() { hasFailed = true }

    func nextEvent(sent: Int) -> ProtocolEvent? {
        if !events.isEmpty { return events.removeFirst() }
        guard let first = answered.first, first.end <= sent else { return nil }
        answered.removeFirst()
        return .ended(stream: first.stream)
    }

    func fill(_ queue: inout SendQueue) {
        guard !hasFailed, queue.count < HTTP2Limits.queue else { return }
        outputStart = queue.queued
        output.space = HTTP2Limits.queue - queue.count
        while output.space > 0 {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            if count < 0 { hasFailed = true }
            guard count > 0 else { break }
            output.add(UnsafeBufferPointer(start: bytes, count: count))
        }
        for slice in output.drain() { queue.append(slice) }
    }

    func cancel(stream: Int32) -> Bool { reset(stream, NGHTTP2_CANCEL) }

    @discardableResult
    private func reset(_ stream: Int32, _ why: nghttp2_error_code) -> Bool {
        nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, UInt32(why.rawValue)) == 0
    }

    func drain() {
        let last = nghttp2_session_get_last_proc_stream_id(session)
        let why = UInt32(NGHTTP2_NO_ERROR.rawValue)
        nghttp2_submit_goaway(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, why, nil, 0)
    }
}

// Responses.
extension HTTP2ProtocolHandler {
    func respond(_ response: HTTPResponse, to request: AnsweredRequest, _ queue: inout SendQueue) {
        let stream = request.stream
        // The client may have cancelled the request in the meantime.
        guard let asked = streams[stream] else { return }
        if !asked.hasPriority {
            var priority = nghttp2_extpri(urgency: response.urgency, inc: 0)
            nghttp2_session_change_extpri_stream_priority(session, stream, &priority, 0)
        }
        let body = request.isHead ? [] : response.body.filter { $0.count > 0 }
        streams[stream]?.body = HTTP2Body(body)
        submit(HTTP2Fields(response, date: request.date), hasBody: !body.isEmpty, on: stream)
    }

    private func submit(_ fields: HTTP2Fields, hasBody: Bool, on stream: Int32) {
        var source = nghttp2_data_provider(source: nghttp2_data_source(), read_callback: HTTP2Callbacks.readBody)
        let status = fields.withFields { fields in
            if !hasBody { return nghttp2_submit_response(session, stream, fields.baseAddress, fields.count, nil) }
            return nghttp2_submit_response(session, stream, fields.baseAddress, fields.count, &source)
        }
        if status != 0 { reset(stream, NGHTTP2_INTERNAL_ERROR) }
    }

    func beginStream(
        _ response: HTTPResponse, isFinite: Bool, to request: AnsweredRequest, _ queue: inout SendQueue
    ) -> Bool {
        guard streams[request.stream] != nil else { return false }
        streams[request.stream]?.isGrowing = true
        submit(HTTP2Fields(response, date: request.date, hasLength: false), hasBody: true, on: request.stream)
        return true
    }

    func append(_ bytes: ByteSlice, toStream stream: Int32, _ queue: inout SendQueue) {
        guard bytes.count > 0, streams[stream]?.isGrowing == true else { return }
        streams[stream]?.body.append(bytes)
        nghttp2_session_resume_data(session, stream)
    }

    func endStream(_ stream: Int32, _ queue: inout SendQueue) {
        guard streams[stream]?.isGrowing == true else { return }
        streams[stream]?.isGrowing = false
        nghttp2_session_resume_data(session, stream)
    }

    func unsentBytes(ofStream stream: Int32, _ queue: SendQueue) -> Int {
        queue.count + (streams[stream]?.body.count ?? 0)
    }
}

// Events from nghttp2.
extension HTTP2ProtocolHandler {
    func beginRequest(_ stream: Int32) {
        streams[stream] = HTTP2Stream()
        events.append(.headerStarted)
    }

    /// Adds a header field to a request. Returns false if the header is so long that the connection must be closed.
    func onHeaderField(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ stream: Int32) -> Bool
    {
        guard let before = streams[stream]?.size else { return true }
        let isTaken = streams[stream]?.addField(name, value) ?? true
        limitMemory(of: stream, before: before)
        return isTaken
    }

    /// Rejects a request that has exceeded the memory of the connection's requests.
    private func limitMemory(of stream: Int32, before: Int) {
        kept += (streams[stream]?.size ?? 0) - before
        guard kept > HTTP2Limits.kept else { return }
        kept -= streams[stream]?.size ?? 0
        streams[stream]?.rejectOversizedHeader()
    }

    /// Reports a complete request.
    func endRequest(_ stream: Int32) {
        guard let asked = streams[stream], !asked.isReported else { return }
        streams[stream]?.isReported = true
        switch asked.request {
        case .success(let request): events.append(.request(request, stream: stream))
        case .failure(let refusal):
            events.append(.rejected(status: refusal.status, why: refusal.why, stream: stream))
        }
    }

    func onData(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: Int32) {
        guard let before = streams[stream]?.size else { return }
        streams[stream]?.addBody(bytes)
        limitMemory(of: stream, before: before)
        if let stray = streams[stream]?.received, stray > HTTP2Limits.body { reset(stream, NGHTTP2_ENHANCE_YOUR_CALM) }
    }

    func endStream(_ stream: Int32, isWhole: Bool) {
        let ended = streams.removeValue(forKey: stream)
        kept -= ended?.size ?? 0
        guard isWhole else {
            countAbusiveRequest()
            if ended?.isReported == true { events.append(.ended(stream: stream)) }
            return
        }
        abusiveRequests = max(0, abusiveRequests - 1)
        if ended?.isReported == true { answered.append((stream, outputStart + output.count)) }
    }

    /// Counts an invalid or cancelled request. A client that causes too many of them is disconnected.
    func countAbusiveRequest() {
        abusiveRequests += 1
        if abusiveRequests == HTTP2Limits.abusiveRequests {
            nghttp2_session_terminate_session(session, UInt32(NGHTTP2_ENHANCE_YOUR_CALM.rawValue))
        }
    }
}
