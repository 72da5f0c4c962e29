import Foundation

/// The identifier of a metadata item: its namespace and its key, such as `mdta/com.apple.quicktime.title`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The identifier with this text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The identifier with this text.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// The identifier of a key in a namespace.
    init(_ key: String, _ keySpace: AVMetadataKeySpace) {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/")
        // Codes start with the copyright sign of the Macintosh, a byte that is escaped.
        let escaped = key.unicodeScalars.map { scalar -> String in
            if scalar.value > 0x7f, scalar.value <= 0xff {
                return "%" + String(scalar.value, radix: 16, uppercase: true)
            }
            return allowed.contains(scalar) ? String(scalar) : "%" + String(scalar.value, radix: 16, uppercase: true)
        }
        self.init(keySpace.identifierPrefix + "/" + escaped.joined())
    }

    /// The namespace.
    var keySpace: AVMetadataKeySpace {
        AVMetadataKeySpace(identifierPrefix: String(rawValue.prefix { $0 != "/" }))
    }

    /// The key, without escapes.
    var key: String {
        let escaped = rawValue.drop { $0 != "/" }.dropFirst()
        var (result, rest) = ("", escaped[...])
        while let first = rest.first {
            if first == "%", let byte = UInt8(rest.dropFirst().prefix(2), radix: 16), rest.count > 2 {
                result.unicodeScalars.append(UnicodeScalar(byte))
                rest = rest.dropFirst(3)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
