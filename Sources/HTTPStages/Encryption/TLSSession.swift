import CGnuTLS
import Media

/// The encryption of one connection.
final class TLSSession {
    private let session: gnutls_session_t
    private let credentials: TLSCredentials
    private var isOpen = false

    /// nil where there is no memory for it.
    init?(_ descriptor: Int32, _ credentials: TLSCredentials) {
        var session: gnutls_session_t?
        guard gnutls_init(&session, UInt32(GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL)) == 0, let session else {
            return nil
        }
        self.session = session
        self.credentials = credentials
        gnutls_set_default_priority(session)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials.pointer))
        gnutls_transport_set_int2(session, descriptor, descriptor)
        var name = Array("http/1.1".utf8)
        name.withUnsafeMutableBufferPointer { name in
            var protocols = gnutls_datum_t(data: name.baseAddress, size: UInt32(name.count))
            _ = gnutls_alpn_set_protocols(session, &protocols, 1, 0)
        }
    }

    deinit { gnutls_deinit(session) }

    /// Whether what it wants to do next is to write.
    var wantsToWrite: Bool { gnutls_record_get_direction(session) == 1 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteStream.Outcome {
        if let unfinished = open() { return unfinished }
        return outcome(gnutls_record_recv(session, buffer.baseAddress, buffer.count))
    }

    /// Encrypts and writes the rest of the first slice, or a part of it.
    func write(_ slice: ByteSlice, from offset: Int) -> ByteStream.Outcome {
        if let unfinished = open() { return unfinished }
        return slice.withUnsafeBytes { bytes in
            // The same bytes lie in the same place until all are sent, which GnuTLS counts on.
            outcome(gnutls_record_send(session, bytes.baseAddress?.advanced(by: offset), bytes.count - offset))
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
