package import ContentProtection
package import StageKit

extension ProtectionSystem: OptionValue {}

/// A system that delivers keys to players, with the templates of its URIs.
package struct KeySystemOption: OptionMapping, Hashable {
    package var system = ProtectionSystem.identity
    package var uri = ""
    package var licenceURL = ""

    package init() {}
    package static var fields: [OptionField<KeySystemOption>] {
        [
            .required("system", \.system, "Key system."),
            .option(
                "uri", \.uri,
                "URI in EXT-X-KEY, in which {kid}, {uuid} and {period} are replaced by the key identifier and the key "
                    + "period. Required for identity; skd://{kid} for fairplay; data of the system for the others."),
            .option("licence-url", \.licenceURL, "URL of the licence server in DASH manifests."),
        ]
    }

    /// The system with its templates.
    var declared: DeclaredSystem {
        DeclaredSystem(
            system, uri: uri.isEmpty ? nil : uri, licenceURL: licenceURL.isEmpty ? nil : licenceURL)
    }
}
