import CGnuTLS
import Media

/// The encryption of one connection.
final class TLSSession {
    private let session: gnutls_session_t
    private let credentials: TLSCredentials
    private var isOpen = false
    /// Whether GnuTLS has bytes that there was no room for.
    private var hasUnsent = false
    /// The most that one record holds, in bytes.
    private static let longestRecord = 16 << 10

    /// nil where there is no memory for it.
    init?(_ descriptor: Int32, _ credentials: TLSCredentials) {
        var session: gnutls_session_t?
        guard gnutls_init(&session, UInt32(GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL)) == 0, let session else {
            return nil
        }
        self.session = session
        self.credentials = credentials
        // Older versions are broken (RFC 8996).
        gnutls_set_default_priority_append(session, "-VERS-TLS1.0:-VERS-TLS1.1", nil, 0)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.pointer))
        gnutls_transport_set_int2(session, descriptor, descriptor)
        offerProtocols()
    }

    deinit { gnutls_deinit(session) }

    /// HTTP/2 where the client speaks it (RFC 9113 3.2).
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

    /// Whether both ends agreed on HTTP/2; nil where they agreed on nothing.
    var isHTTP2: Bool? {
        var name = gnutls_datum_t()
        guard gnutls_alpn_get_selected_protocol(session, &name) == 0 else { return nil }
        return UnsafeBufferPointer(start: name.data, count: Int(name.size)).elementsEqual("h2".utf8)
    }

    /// Whether something is decrypted and was not read.
    var hasDecrypted: Bool { gnutls_record_check_pending(session) > 0 }

    /// Whether what it wants to do next is to write.
    var wantsToWrite: Bool { gnutls_record_get_direction(session) == 1 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStream.Outcome {
        if let unfinished = open() { return unfinished }
        return outcome(gnutls_record_recv(session, buffer.baseAddress, buffer.count))
    }

    /// Encrypts and writes from `offset` in the first slice on, a record or what there is room for.
    func write(_ slices: [ByteSlice], from offset: Int) -> ByteStream.Outcome {
        if let unfinished = open() { return unfinished }
        // What GnuTLS has taken is not given again.
        let result = hasUnsent ? outcome(gnutls_record_send(session, nil, 0)) : send(slices, offset)
        hasUnsent = result == .wouldWait
        return result
    }

    private func send(_ slices: [ByteSlice], _ offset: Int) -> ByteStream.Outcome {
        guard let first = slices.first else { return .moved(0) }
        if slices.count == 1 || first.count - offset >= Self.longestRecord {
            return first.withUnsafeBytes {
                outcome(gnutls_record_send(session, $0.baseAddress! + offset, $0.count - offset))
            }
        }
        // Headers of a few bytes are to be no records of their own.
        return withUnsafeTemporaryAllocation(byteCount: Self.longestRecord, alignment: 1) { record in
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

    /// Tells the other end that nothing more comes.
    func end() { if isOpen { gnutls_bye(session, GNUTLS_SHUT_WR) } }

    /// Agrees with the other end how to encrypt; nil when that is done.
    private func open() -> ByteStream.Outcome? {
        while !isOpen {
            let status = gnutls_handshake(session)
            if status == 0 {
                isOpen = true
            } else if status == GNUTLS_E_AGAIN {
                return .wouldWait
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
        case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .wouldWait
        default: return .failed
        }
    }
}
