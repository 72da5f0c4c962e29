import Media

/// The identifier of a content key (KID): 16 bytes, which are not secret.
package struct KeyIdentifier: Sendable, Hashable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// Returns nil unless there are 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// 32 hexadecimal digits, with or without the hyphens of a UUID. Returns nil for other text.
    package init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        guard groups == [32] || groups == [8, 4, 4, 4, 12],
            let block = InitializationVector(hexadecimal: text.filter { $0 != "-" })
        else { return nil }
        bytes = block.bytes
    }

    /// The identifier that the URI of a key contains, as key servers name keys; nil without one.
    package init?(inURI uri: String) {
        let names = uri.prefix(8192).split { !$0.isHexDigit && $0 != "-" }
        guard let id = names.reversed().lazy.compactMap({ KeyIdentifier(String($0)) }).first else { return nil }
        self = id
    }

    /// 32 hexadecimal digits.
    package var hexadecimal: String { bytes.hexadecimal() }

    /// The form of a UUID, as manifests require.
    package var description: String {
        var rest = hexadecimal[...]
        return [8, 4, 4, 4, 12].map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }
}
