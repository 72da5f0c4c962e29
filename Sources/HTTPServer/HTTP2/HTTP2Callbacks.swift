import CNGHTTP2

/// The nghttp2 callbacks. The user data is the `HTTP2ProtocolHandler`.
enum HTTP2Callbacks {
    /// Creates a server session with these callbacks; returns nil if memory is exhausted.
    static func makeSession() -> OpaquePointer? {
        var session: OpaquePointer?
        guard let callbacks, nghttp2_session_server_new2(&session, callbacks, nil, options) == 0 else { return nil }
        return session
    }

    // Safe because they are only read after initialization.
    nonisolated(unsafe) private static let callbacks: OpaquePointer? = {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginHeaders)
        nghttp2_session_callbacks_set_on_header_callback(callbacks, onHeaderField)
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, onFrame)
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, onInvalidFrame)
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, onData)
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, endStream)
        nghttp2_session_callbacks_set_send_data_callback(callbacks, sendBody)
        return callbacks
    }()

    // Safe because they are only read after initialization.
    nonisolated(unsafe) private static let options: OpaquePointer? = {
        var options: OpaquePointer?
        guard nghttp2_option_new(&options) == 0 else { return nil }
        // nghttp2 keeps closed streams only for the priorities of RFC 7540, which are disabled.
        nghttp2_option_set_no_closed_streams(options, 1)
        nghttp2_option_set_builtin_recv_extension_type(options, UInt8(NGHTTP2_PRIORITY_UPDATE.rawValue))
        return options
    }()

    private static func handler(_ data: UnsafeMutableRawPointer?) -> HTTP2ProtocolHandler {
        Unmanaged.fromOpaque(data!).takeUnretainedValue()
    }

    private static func isRequest(_ frame: nghttp2_frame) -> Bool {
        frame.hd.type == UInt8(NGHTTP2_HEADERS.rawValue) && frame.headers.cat == NGHTTP2_HCAT_REQUEST
    }

    private static let beginHeaders: nghttp2_on_begin_headers_callback = { _, frame, data in
        guard let frame = frame?.pointee, isRequest(frame) else { return 0 }
        handler(data).beginRequest(frame.hd.stream_id)
        return 0
    }

    private static let onHeaderField: nghttp2_on_header_callback = {
        _, frame, name, nameLength, value, valueLength, _, data in
        // Trailer fields do not affect the response.
        guard let frame = frame?.pointee, isRequest(frame) else { return 0 }
        let isTaken = handler(data).onHeaderField(
            UnsafeBufferPointer(start: name, count: nameLength),
            UnsafeBufferPointer(start: value, count: valueLength), frame.hd.stream_id)
        return isTaken ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }

    private static let onFrame: nghttp2_on_frame_recv_callback = { _, frame, data in
        guard let header = frame?.pointee.hd else { return 0 }
        let mayEnd = [NGHTTP2_HEADERS, NGHTTP2_DATA].contains { header.type == UInt8($0.rawValue) }
        if mayEnd, header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
            handler(data).endRequest(header.stream_id)
        }
        return 0
    }

    private static let onInvalidFrame: nghttp2_on_invalid_frame_recv_callback = { _, _, _, data in
        handler(data).countAbusiveRequest()
        return 0
    }

    private static let onData: nghttp2_on_data_chunk_recv_callback = { _, _, stream, bytes, count, data in
        handler(data).onData(UnsafeBufferPointer(start: bytes, count: count), stream)
        return 0
    }

    private static let endStream: nghttp2_on_stream_close_callback = { _, stream, error, data in
        handler(data).endStream(stream, isWhole: error == UInt32(NGHTTP2_NO_ERROR.rawValue))
        return 0
    }

    /// Sets the length of the next DATA frame; the bytes themselves are not copied.
    static let readBody: nghttp2_data_source_read_callback = { _, stream, _, longest, flags, _, data in
        guard let state = handler(data).streams[stream] else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        let rest = state.body.count
        if rest == 0, state.isGrowing { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        let count = min(rest, longest)
        flags?.pointee = UInt32(NGHTTP2_DATA_FLAG_NO_COPY.rawValue)
        if count == rest, !state.isGrowing { flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue) }
        return count
    }

    private static let sendBody: nghttp2_send_data_callback = { _, frame, header, count, _, data in
        let handler = handler(data)
        guard handler.output.space > 0 else { return NGHTTP2_ERR_WOULDBLOCK.rawValue }
        guard let stream = frame?.pointee.hd.stream_id, let slices = handler.streams[stream]?.body.removeFirst(count)
        else { return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue }
        handler.output.add(UnsafeBufferPointer(start: header, count: 9))
        handler.output.add(slices)
        return 0
    }
}
