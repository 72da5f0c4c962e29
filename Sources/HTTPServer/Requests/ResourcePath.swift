import Media

/// The object that a request's path refers to.
package enum ResourcePath: Sendable, Hashable {
    /// The page that lists all presentations.
    case root
    /// A presentation's page. Its canonical path ends with a slash.
    case presentation(String, hasSlash: Bool)
    /// A resource of a presentation.
    case resource(String, path: String)

    /// The name of the presentation; nil for the page that lists all presentations.
    package var presentation: String? {
        switch self {
        case .root: nil
        case .presentation(let name, _), .resource(let name, _): name
        }
    }

    /// The maximum length of a path, in bytes.
    private static let maximumLength = 2048

    /// Parses a percent-encoded path; returns nil if it is malformed or contains empty or dot segments.
    package init?(_ raw: String) {
        if let plain = Self.plain(raw) {
            self = plain
            return
        }
        let bytes = Array(raw.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.maximumLength else { return nil }
        var segments: [String] = []
        for segment in bytes[1...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = Self.decoded(segment) else { return nil }
            segments.append(name)
        }
        let hasSlash = segments.last?.isEmpty == true
        if hasSlash { segments.removeLast() }
        guard segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        guard let name = segments.first else {
            self = .root
            return
        }
        if segments.count == 1 {
            self = .presentation(name, hasSlash: hasSlash)
        } else if hasSlash {
            return nil
        } else {
            self = .resource(name, path: segments.dropFirst().joined(separator: "/"))
        }
    }

    /// Parses the path of a resource that needs neither decoding nor validation of its segments, which most are; nil for
    /// other paths.
    private static func plain(_ raw: String) -> ResourcePath? {
        guard isPlain(raw), let end = raw.utf8.dropFirst().firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let bytes = raw.utf8
        return .resource(
            String(raw[bytes.index(after: bytes.startIndex)..<end]), path: String(raw[bytes.index(after: end)...]))
    }

    /// Whether a path needs neither decoding nor validation: it consists of visible ASCII characters without escapes, and
    /// of segments that are not empty and do not start with a dot.
    package static func isPlain(_ raw: String) -> Bool {
        let slash = UInt8(ascii: "/")
        guard raw.utf8.count <= maximumLength, raw.utf8.first == slash else { return false }
        var isStart = false
        for byte in raw.utf8 {
            guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\\") else {
                return false
            }
            if isStart, byte == slash || byte == UInt8(ascii: ".") { return false }
            isStart = byte == slash
        }
        return !isStart
    }

    /// Decodes one percent-encoded segment; returns nil if the encoding is invalid or the result contains a forbidden
    /// character.
    package static func decoded(_ segment: some Collection<UInt8>) -> String? {
        segment.contains(UInt8(ascii: "%")) ? segment.percentDecoded().flatMap(name) : name(segment)
    }

    private static func name(_ bytes: some Collection<UInt8>) -> String? {
        guard !bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0x7F })
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Resolves a URI in the playlist at path `playlist` to a path of the same presentation; nil if it leads elsewhere.
    package static func resolve(_ uri: String, from playlist: String) -> String? {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        guard !path.isEmpty, !path.contains(":"), path.utf8.first != UInt8(ascii: "/") else { return nil }
        var names = playlist.split(separator: "/").dropLast().map(String.init)
        for segment in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = decoded(segment) else { return nil }
            switch name {
            case "", ".": continue
            case "..":
                if names.popLast() == nil { return nil }
            default: names.append(name)
            }
        }
        return names.joined(separator: "/")
    }
}
