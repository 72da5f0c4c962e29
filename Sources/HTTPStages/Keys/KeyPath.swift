import ContentProtection
import HTTPServer

/// The paths of keys in a presentation: `keys/KID` or `keys/KID.key`, and `keys/clearkey`.
enum KeyPath: Hashable {
    /// A key as 16 bytes.
    case key(KeyIdentifier)
    /// The server of ClearKey licences.
    case licences

    private static let folder = "keys/"
    private static let suffix = ".key"
    /// The path of the licence server.
    static let licence = "keys/clearkey"

    /// Returns nil for the path of another resource. `path` is relative to the presentation.
    init?(_ path: String) {
        guard path.hasPrefix(Self.folder) else { return nil }
        if path == Self.licence {
            self = .licences
            return
        }
        let name = path.dropFirst(Self.folder.count)
        let digits = name.hasSuffix(Self.suffix) ? name.dropLast(Self.suffix.count) : name
        guard let id = KeyIdentifier(String(digits)) else { return nil }
        self = .key(id)
    }

    /// Returns whether the path of a request, with the name of a presentation, is that of its licence server.
    static func isLicence(_ path: String) -> Bool {
        guard path.hasSuffix("/" + licence), case .resource(_, licence)? = ResourcePath(path) else { return false }
        return true
    }
}
