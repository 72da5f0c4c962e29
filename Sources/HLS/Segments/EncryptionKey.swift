/// How segments are encrypted and where the key is (RFC 8216bis 4.4.4.4 and 4.4.6.5).
package struct EncryptionKey: Sendable, Hashable {
    /// What is encrypted and how; words that are not known are kept, and such segments cannot be played.
    package struct Method: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Whole segments with AES-128 in CBC mode.
        package static let aes128 = Method(rawValue: "AES-128")
        /// Samples; `cbcs` in fragmented MP4.
        package static let sampleAES = Method(rawValue: "SAMPLE-AES")
        /// Samples with `cenc` in fragmented MP4.
        package static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")
        /// Whole segments with AES-256 in GCM mode.
        package static let aes256GCM = Method(rawValue: "AES-256-GCM")

        /// The words of the methods above.
        static let known = [aes128, sampleAES, sampleAESCTR, aes256GCM].map(\.rawValue)
    }

    package var method: Method
    package var uri: String
    /// 16 bytes; nil where the media sequence number is the vector.
    package var initializationVector: [UInt8]?
    /// How the key is represented; nil means `identity`.
    package var keyFormat: String?
    /// The versions of the format that it complies with; empty means 1.
    package var keyFormatVersions: [Int]
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

    /// The key format in force where none is named.
    package static let identity = "identity"

    /// A number of at most 128 bits in 16 bytes; nil where it has more.
    static func vector(_ number: [UInt8]) -> [UInt8]? {
        let digits = number.drop { $0 == 0 }
        return digits.count <= 16 ? [UInt8](repeating: 0, count: 16 - digits.count) + digits : nil
    }

    /// The vector of a segment whose key has none: its media sequence number (RFC 8216bis 5.2).
    package static func vector(ofSegment sequence: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(max(sequence, 0)).bigEndian) { [UInt8](repeating: 0, count: 8) + Array($0) }
    }
}

extension [EncryptionKey] {
    /// What is in force after the tag of `key`: it takes the place of the key of the same format.
    mutating func apply(_ key: EncryptionKey) {
        let format = key.keyFormat ?? EncryptionKey.identity
        if let index = firstIndex(where: { ($0.keyFormat ?? EncryptionKey.identity) == format }) {
            self[index] = key
        } else {
            append(key)
        }
    }
}
