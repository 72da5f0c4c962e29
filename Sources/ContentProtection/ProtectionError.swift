package import Media

/// The reason why media cannot be encrypted or decrypted.
package enum ProtectionError: Error, Hashable, CustomStringConvertible {
    /// A key does not have 16 bytes.
    case keyLength(Int)
    /// The system has no memory for a key.
    case noMemory
    /// An encrypted resource is not a multiple of 16 bytes, or does not end with PKCS #7 padding.
    case padding(String)
    /// The samples of a codec cannot be encrypted.
    case codec(FourCC)
    /// A sample cannot be parsed, so that its clear bytes are not known.
    case sample(index: Int, reason: String)
    /// A box is missing, damaged or contradicts another one.
    case box(FourCC, reason: String)
    /// No key with this identifier, as 32 hexadecimal digits.
    case missingKey(String)
    /// An encrypted segment does not have the original bytes after decryption.
    case verification(String)
    /// A file of keys cannot be used.
    case keyFile(String)
    /// A key server does not respond, or not with keys, at the moment; a request after a number of seconds can succeed.
    case keyServer(String, retryAfter: Double? = nil)
    /// Keys cannot be declared to players in this way.
    case signalling(String)

    package var description: String {
        switch self {
        case .keyLength(let count): "a key of \(count) bytes; AES-128 requires 16"
        case .noMemory: "no memory for a key"
        case .padding(let reason): "\(reason); the key or the initialization vector may be wrong"
        case .codec(let code): "samples of '\(code)' cannot be encrypted"
        case .sample(let index, let reason): "sample \(index) cannot be encrypted: \(reason)"
        case .box(let type, let reason): "'\(type)' box: \(reason)"
        case .missingKey(let identifier): "no key with the KID \(identifier)"
        case .verification(let reason), .keyFile(let reason), .keyServer(let reason, _), .signalling(let reason):
            reason
        }
    }

    /// Whether another request for keys can succeed.
    package var isTransient: Bool { if case .keyServer = self { true } else { false } }

    /// The seconds that a key server asks to wait before the next request.
    package var retryAfter: Double? { if case .keyServer(_, let seconds) = self { seconds } else { nil } }
}
