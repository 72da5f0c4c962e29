/// The content protection configurations allowed for one key format (ALLOWED-CPC, RFC 8216bis 4.4.6.2).
package struct AllowedProtection: Sendable, Hashable, CustomStringConvertible {
    package var keyFormat: String
    /// Alternative configurations.
    package var configurations: [String]

    package init(keyFormat: String, configurations: [String]) {
        self.keyFormat = keyFormat
        self.configurations = configurations
    }

    package var description: String { keyFormat + ":" + configurations.joined(separator: "/") }

    /// Parses one list element; a key format may contain colons.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let list = text[text.index(after: colon)...]
        keyFormat = String(text[..<colon])
        configurations = list.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if list.isEmpty { configurations = [] }
    }

    /// Whether the key format has a name, and labels consist of capital letters, digits and hyphens. A key format without
    /// labels allows no configuration of it.
    package var isValid: Bool {
        !keyFormat.isEmpty && !keyFormat.contains { $0.isWhitespace }
            && configurations.allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy { byte in
                        switch byte {
                        case 0x41...0x5a, 0x30...0x39, UInt8(ascii: "-"): true
                        default: false
                        }
                    }
            }
    }
}
