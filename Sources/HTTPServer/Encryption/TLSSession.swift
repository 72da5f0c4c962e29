import CGnuTLS
import Media

/// The TLS session of one connection, server side, over a non-blocking socket.
final class TLSSession {
    private let session: gnutls_session_t
    private let credentials: TLSCredentials
    private var isOpen = false
    /// Whether GnuTLS buffers an encrypted record that did not fit into the socket's buffer.
    private var hasUnsent = false
    /// The maximum payload of one record, in bytes.
    private static let maximumRecordSize = 16 << 10

    /// Returns nil if memory is exhausted.
    init?(_ descriptor: Int32, _ credentials: TLSCredentials) {
        var session: gnutls_session_t?
        guard gnutls_init(&session, UInt32(GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL)) == 0, let session else {
            return nil
        }
        self.session = session
        self.credentials = credentials
        // RFC 8996 deprecates TLS 1.0 and 1.1.
        gnutls_set_default_priority_append(session, "-VERS-TLS1.0:-VERS-TLS1.1", nil, 0)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.pointer))
        gnutls_transport_set_int2(session, descriptor, descriptor)
        offerProtocols()
    }

    deinit { gnutls_deinit(session) }

    /// Offers HTTP/2 and HTTP/1.1 by ALPN; HTTP/2 is preferred (RFC 9113 3.2).
    private func offerProtocols() {
        var names = Array("h2http/1.1".utf8)
        names.withUnsafeMutableBufferPointer { names in
            var protocols = [
                gnutls_datum_t(data: names.baseAddress, size: 2),
                gnutls_datum_t(data: names.baseAddress?.advanced(by: 2), size: 8),
            ]
            let flags = UInt32(GNUTLS_ALPN_SERVER_PRECEDENCE.rawValue)
            _ = gnutls_alpn_set_protocols(session, &protocols, UInt32(protocols.count), flags)
        }
    }

    /// Whether ALPN selected HTTP/2; nil if it selected no protocol.
    var isHTTP2: Bool? {
        var name = gnutls_datum_t()
        guard gnutls_alpn_get_selected_protocol(session, &name) == 0 else { return nil }
        return UnsafeBufferPointer(start: name.data, count: Int(name.size)).elementsEqual("h2".utf8)
    }

    /// Whether decrypted bytes are waiting to be read.
    var hasDecrypted: Bool { gnutls_record_check_pending(session) > 0 }

    /// Whether the pending TLS operation waits until the socket is writable.
    var wantsToWrite: Bool { gnutls_record_get_direction(session) == 1 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStream.Outcome {
        if let unfinished = open() { return unfinished }
        return outcome(gnutls_record_recv(session, buffer.baseAddress, buffer.count))
    }

    /// Encrypts and writes one record at most, starting at `offset` in the first slice.
    func write(_ slices: [ByteSlice], from offset: Int) -> ByteStream.Outcome {
        if let unfinished = open() { return unfinished }
        // After GNUTLS_E_AGAIN, GnuTLS resumes with the record it has buffered; passing the bytes again would send them
        // twice.
        let result = hasUnsent ? outcome(gnutls_record_send(session, nil, 0)) : send(slices, offset)
        hasUnsent = result == .wouldBlock
        return result
    }

    private func send(_ slices: [ByteSlice], _ offset: Int) -> ByteStream.Outcome {
        guard let first = slices.first else { return .moved(0) }
        if slices.count == 1 || first.count - offset >= Self.maximumRecordSize {
            return first.withUnsafeBytes {
                outcome(gnutls_record_send(session, $0.baseAddress! + offset, $0.count - offset))
            }
        }
        // Gathers small slices into one record: a separate record for a header of a few bytes would waste bandwidth.
        return withUnsafeTemporaryAllocation(byteCount: Self.maximumRecordSize, alignment: 1) { record in
            var (count, skipped) = (0, offset)
            for slice in slices where count < record.count {
                slice.withUnsafeBytes { bytes in
                    let part = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(skipped).prefix(record.count - count))
                    UnsafeMutableRawBufferPointer(rebasing: record[count...]).copyMemory(from: part)
                    count += part.count
                }
                skipped = 0
            }
            return outcome(gnutls_record_send(session, record.baseAddress, count))
        }
    }

    /// Sends the close_notify alert: no more data follows.
    func end() { if isOpen { gnutls_bye(session, GNUTLS_SHUT_WR) } }

    /// Performs the handshake; returns nil when it is complete.
    private func open() -> ByteStream.Outcome? {
        while !isOpen {
            let status = gnutls_handshake(session)
            if status == 0 {
                isOpen = true
            } else if status == GNUTLS_E_AGAIN {
                return .wouldBlock
            } else if gnutls_error_is_fatal(status) != 0 {
                return .failed
            }
        }
        return nil
    }

    private func outcome(_ count: Int) -> ByteStream.Outcome {
        if count > 0 { return .moved(count) }
        switch Int32(truncatingIfNeeded: count) {
        case 0, GNUTLS_E_PREMATURE_TERMINATION: return .ended
        case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .wouldBlock
        default: return .failed
        }
    }
}
