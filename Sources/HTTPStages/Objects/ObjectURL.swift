/// The URL of an object or of a group of objects with a common prefix: `s3://bucket/key`.
package struct ObjectURL: Sendable, Hashable {
    package let bucket: String
    /// The key, without slashes at its ends; may be empty.
    package let key: String

    /// Returns nil for text in another form, and for keys with dot segments.
    package init?(_ text: String) {
        let scheme = "s3://"
        guard text.hasPrefix(scheme) else { return nil }
        let parts = text.dropFirst(scheme.count).split(separator: "/")
        guard let first = parts.first, !parts.contains("."), !parts.contains(".."),
            first.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        else { return nil }
        bucket = String(first)
        key = parts.dropFirst().joined(separator: "/")
    }

    package var text: String { "s3://\(bucket)" + (key.isEmpty ? "" : "/\(key)") }
    /// Returns the key of a path below this one.
    package func key(of path: String) -> String { key.isEmpty ? path : "\(key)/\(path)" }
}
