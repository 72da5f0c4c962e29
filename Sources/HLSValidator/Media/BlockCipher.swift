import CGnuTLS
package import Media

/// AES-128 or AES-256 in CBC mode with PKCS #7 padding (RFC 5652 6.3).
package struct BlockCipher {
    /// The reason why data cannot be decrypted.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// The size is zero or not a multiple of 16 bytes.
        case size(Int)
        case padding
        case cipher(String)

        package var description: String {
            switch self {
            case .size(let size): "\(size) bytes, which is not a positive multiple of 16"
            case .padding: "invalid padding, for example because of a wrong key or vector"
            case .cipher(let reason): reason
            }
        }
    }

    private static let block = 16

    /// 16 bytes for AES-128, 32 for AES-256.
    private let key: [UInt8]

    package init(key: [UInt8]) { self.key = key }

    /// Returns the decrypted bytes without padding.
    package func decrypt(_ bytes: ByteSlice, vector: [UInt8]) throws(Failure) -> ByteSlice {
        guard bytes.count > 0, bytes.count % Self.block == 0 else { throw .size(bytes.count) }
        let clear = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        let code = Self.run(bytes, into: clear, key, vector)
        let padding = Int(clear[bytes.count - 1])
        let isPadded = (1...Self.block).contains(padding) && clear.suffix(padding).allSatisfy { Int($0) == padding }
        let storage = ByteStorage(owning: clear)
        guard code == 0 else { throw .cipher(String(cString: gnutls_strerror(code))) }
        guard isPadded else { throw .padding }
        return ByteSlice(storage, offset: 0, count: bytes.count - padding)
    }

    private static func run(
        _ bytes: ByteSlice, into clear: UnsafeMutableRawBufferPointer, _ key: [UInt8], _ vector: [UInt8]
    ) -> Int32 {
        var (key, vector) = (key, vector)
        return key.withUnsafeMutableBufferPointer { key in
            vector.withUnsafeMutableBufferPointer { vector in
                var keyData = gnutls_datum_t(data: key.baseAddress, size: UInt32(key.count))
                var vectorData = gnutls_datum_t(data: vector.baseAddress, size: UInt32(vector.count))
                var state: gnutls_cipher_hd_t?
                let code = gnutls_cipher_init(
                    &state, keyData.size == 32 ? GNUTLS_CIPHER_AES_256_CBC : GNUTLS_CIPHER_AES_128_CBC, &keyData,
                    &vectorData)
                guard code == 0, let state else { return code }
                defer { gnutls_cipher_deinit(state) }
                return bytes.withUnsafeBytes {
                    gnutls_cipher_decrypt2(state, $0.baseAddress, $0.count, clear.baseAddress, clear.count)
                }
            }
        }
    }
}
