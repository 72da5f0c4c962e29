import CGnuTLS
import Foundation
import Media
import StageKit
import SystemFiles

/// A server's certificate chain and private key.
final class TLSCredentials: Sendable {
    // Safe because GnuTLS only reads the credentials after initialization.
    nonisolated(unsafe) let pointer: gnutls_certificate_credentials_t

    private init() throws(StageError) {
        var pointer: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&pointer) == 0, let pointer else {
            throw StageError(.limitReached, "cannot allocate memory for TLS credentials")
        }
        self.pointer = pointer
    }

    deinit { gnutls_certificate_free_credentials(pointer) }

    /// Reads a certificate chain and a private key, each from a PEM file. Throws `unreadable-input` if either cannot be
    /// used.
    convenience init(certificate: String, key: String) throws(StageError) {
        try self.init()
        let (chain, secret) = (try Self.read(certificate, "certificate"), try Self.read(key, "key"))
        let status = chain.withUnsafeDatum { chain in
            secret.withUnsafeDatum { gnutls_certificate_set_x509_key_mem(pointer, chain, $0, GNUTLS_X509_FMT_PEM) }
        }
        guard status >= 0 else {
            throw StageError(
                .unreadableInput,
                "cannot use certificate '\(certificate)' with key '\(key)': \(Self.message(status)); use PEM files"
            )
        }
    }

    private static func read(_ path: String, _ option: String) throws(StageError) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: 1 << 20)
        } catch {
            throw StageError(.unreadableInput, "\(option): cannot read '\(path)': \(error); use a PEM file")
        }
    }

    /// Creates a self-signed certificate for localhost. Its key is generated now and never stored. Throws
    /// `element-failed` if GnuTLS fails.
    convenience init(forLocalhostSince now: Int) throws(StageError) {
        try self.init()
        var key: gnutls_x509_privkey_t?
        var certificate: gnutls_x509_crt_t?
        defer {
            gnutls_x509_privkey_deinit(key)
            gnutls_x509_crt_deinit(certificate)
        }
        var steps = [gnutls_x509_privkey_init(&key), gnutls_x509_crt_init(&certificate)]
        let bits = UInt32(bitPattern: Int32(bitPattern: 0x8000_0000 | UInt32(GNUTLS_ECC_CURVE_SECP256R1.rawValue)))
        steps.append(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, bits, 0))
        steps.append(gnutls_x509_crt_set_version(certificate, 3))
        let serial = [UInt8(1)] + (0..<15).map { _ in UInt8.random(in: 0 ... .max) }
        steps.append(gnutls_x509_crt_set_serial(certificate, serial, serial.count))
        steps.append(gnutls_x509_crt_set_activation_time(certificate, now - 3600))
        // Browsers reject certificates that are valid for more than 398 days.
        steps.append(gnutls_x509_crt_set_expiration_time(certificate, now + 365 * 86_400))
        steps.append(gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, "localhost", 9))
        steps.append(Self.add(GNUTLS_SAN_DNSNAME, Array("localhost".utf8), to: certificate))
        steps.append(Self.add(GNUTLS_SAN_IPADDRESS, [127, 0, 0, 1], to: certificate))
        steps.append(Self.add(GNUTLS_SAN_IPADDRESS, [UInt8](repeating: 0, count: 15) + [1], to: certificate))
        steps.append(gnutls_x509_crt_set_key(certificate, key))
        steps.append(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0))
        steps.append(gnutls_certificate_set_x509_key(pointer, &certificate, 1, key))
        if let failed = steps.first(where: { $0 < 0 }) {
            throw StageError(.elementFailed, "cannot generate a certificate: \(Self.message(failed))")
        }
    }

    private static func add(
        _ kind: gnutls_x509_subject_alt_name_t, _ name: [UInt8], to certificate: gnutls_x509_crt_t?
    ) -> Int32 {
        gnutls_x509_crt_set_subject_alt_name(certificate, kind, name, UInt32(name.count), UInt32(GNUTLS_FSAN_APPEND))
    }

    static func message(_ status: Int32) -> String {
        gnutls_strerror(status).map { String(cString: $0) } ?? "\(status)"
    }
}

extension [UInt8] {
    /// Calls `body` with a GnuTLS view of the bytes, valid during the call.
    fileprivate func withUnsafeDatum<Result>(_ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result {
        var copy = self
        return copy.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }
}
