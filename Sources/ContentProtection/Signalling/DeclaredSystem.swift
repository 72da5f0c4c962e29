/// A system that playlists and manifests declare, with the templates of its URIs.
///
/// In templates, `{kid}` is the key identifier as 32 hexadecimal digits, `{uuid}` the same with hyphens, and `{period}` the
/// index of the key period.
package struct DeclaredSystem: Sendable, Hashable {
    package var system: ProtectionSystem
    /// The URI in EXT-X-KEY; nil for the system's usual one: `skd://{kid}` for FairPlay, a `data:` URI for Widevine,
    /// PlayReady and ClearKey. `identity` requires it.
    package var uri: String?
    /// The URL of the licence server in manifests.
    package var licenceURL: String?

    package init(_ system: ProtectionSystem, uri: String? = nil, licenceURL: String? = nil) {
        (self.system, self.uri, self.licenceURL) = (system, uri, licenceURL)
    }

    /// The placeholders of templates.
    package static let placeholders = ["{kid}", "{uuid}", "{period}"]

    /// Returns a template with its placeholders replaced.
    static func expand(_ template: String, _ key: KeyIdentifier, period: Int) -> String {
        var text = template
        for (placeholder, value) in zip(placeholders, [key.hexadecimal, key.description, String(period)]) {
            text = text.split(separator: placeholder, omittingEmptySubsequences: false).joined(separator: value)
        }
        return text
    }

    /// Whether the URI differs between keys.
    var distinguishesKeys: Bool {
        guard let uri, system == .identity || system == .fairPlay else { return true }
        return uri.contains("{kid}") || uri.contains("{uuid}")
    }

    /// Whether the URI differs between key periods.
    var distinguishesPeriods: Bool { distinguishesKeys || uri?.contains("{period}") == true }
}
