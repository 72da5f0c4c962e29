/// The encryption of segments and the location of the key (RFC 8216bis 4.4.4.4 and 4.4.6.5).
package struct EncryptionKey: Sendable, Hashable {
    /// The encryption method; unknown methods are kept, but such segments cannot be played.
    package struct Method: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Complete segments with AES-128 in CBC mode.
        package static let aes128 = Method(rawValue: "AES-128")
        /// Samples, with `cbcs` in fragmented MP4.
        package static let sampleAES = Method(rawValue: "SAMPLE-AES")
        /// Samples, with `cenc` in fragmented MP4.
        package static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")
        /// Complete segments with AES-256 in GCM mode.
        package static let aes256GCM = Method(rawValue: "AES-256-GCM")

        /// The names of the methods above.
        static let known = [aes128, sampleAES, sampleAESCTR, aes256GCM].map(\.rawValue)
    }

    package var method: Method
    package var uri: String
    /// The initialization vector of 16 bytes; nil to use the media sequence number.
    package var initializationVector: [UInt8]?
    /// The representation of the key; nil means `identity`.
    package var keyFormat: String?
    /// The versions of the key format; empty means 1.
    package var keyFormatVersions: [Int]
    /// The identifier of the key, of 16 bytes: the attribute KEYID, which players of Widevine read and RFC 8216bis does not
    /// contain.
    package var keyIdentifier: [UInt8]?
    package var unknownAttributes: [UnknownAttribute] = []

    package init(
        method: Method, uri: String, initializationVector: [UInt8]? = nil, keyFormat: String? = nil,
        keyFormatVersions: [Int] = []
    ) {
        self.method = method
        self.uri = uri
        self.initializationVector = initializationVector
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
    }

    /// The default key format.
    package static let identity = "identity"

    /// Pads a number to the 16 bytes of a vector; nil if it has more than 128 bits.
    static func vector(_ number: [UInt8]) -> [UInt8]? {
        let digits = number.drop { $0 == 0 }
        return digits.count <= 16 ? [UInt8](repeating: 0, count: 16 - digits.count) + digits : nil
    }

    /// Returns the default vector of a segment: its media sequence number (RFC 8216bis 5.2).
    package static func vector(ofSegment sequence: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(max(sequence, 0)).bigEndian) { [UInt8](repeating: 0, count: 8) + Array($0) }
    }
}

extension [EncryptionKey] {
    /// Adds a key; it replaces the key with the same format.
    mutating func apply(_ key: EncryptionKey) {
        let format = key.keyFormat ?? EncryptionKey.identity
        if let index = firstIndex(where: { ($0.keyFormat ?? EncryptionKey.identity) == format }) {
            self[index] = key
        } else {
            append(key)
        }
    }
}
