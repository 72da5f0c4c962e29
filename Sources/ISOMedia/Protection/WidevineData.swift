package import Media

/// The data of Widevine's `pssh` box: a message in the format of protocol buffers.
package struct WidevineData: Sendable, Hashable {
    /// The key identifiers of 16 bytes each.
    package var keyIDs: [[UInt8]]
    /// The code of the protection scheme; nil if the message does not contain it.
    package var scheme: FourCC?
    /// The name of the content's provider.
    package var provider: String?
    /// The identifier that the licence server uses to find the keys.
    package var contentID: [UInt8]?

    package init(keyIDs: [[UInt8]], scheme: FourCC) {
        (self.keyIDs, self.scheme) = (keyIDs, scheme)
    }

    /// The fields of the message that this type contains.
    private enum Field: UInt64 {
        case keyID = 2
        case provider
        case contentID
        case scheme = 9
    }

    /// Reads a message; unknown fields are skipped. Throws if a field is not complete.
    package init(reading bytes: [UInt8]) throws(SystemDataError) {
        keyIDs = []
        var reader = ProtocolBufferReader(bytes)
        while let field = try reader.next() {
            guard let name = Field(rawValue: field.number) else { continue }
            switch (name, field.value) {
            case (.keyID, .bytes(let value)):
                // Identifiers of other lengths belong to streams without Common Encryption.
                guard value.count == 16, keyIDs.count < SystemBoxContent.maximumKeyCount else { continue }
                keyIDs.append(Array(value))
            case (.provider, .bytes(let value)): provider = String(decoding: value.prefix(256), as: UTF8.self)
            case (.contentID, .bytes(let value)): contentID = Array(value)
            case (.scheme, .number(let value)): scheme = FourCC(rawValue: UInt32(truncatingIfNeeded: value))
            default: break
            }
        }
    }

    /// The message with identifiers and scheme.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for keyID in keyIDs { bytes += [UInt8(Field.keyID.rawValue << 3 | 2), UInt8(keyID.count)] + keyID }
        guard var code = scheme?.rawValue else { return bytes }
        bytes.append(UInt8(Field.scheme.rawValue << 3))
        while code > 0x7f {
            bytes.append(UInt8(code & 0x7f) | 0x80)
            code >>= 7
        }
        return bytes + [UInt8(code)]
    }
}
