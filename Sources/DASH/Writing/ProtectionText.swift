import Media

extension ProtectionDescriptor {
    /// Whether it contains the licence server in the form of ClearKey.
    var hasClearKeyLicence: Bool { scheme == Self.clearKeyScheme && licenceURL != nil }

    func write(to xml: inout XMLBuilder) {
        let identifiers = keyIdentifiers.map(Self.uuid).joined(separator: " ")
        let attributes: KeyValuePairs<String, String?> = [
            "schemeIdUri": scheme, "value": value, "cenc:default_KID": identifiers.isEmpty ? nil : identifiers,
        ]
        guard systemBox != nil || playReadyObject != nil || licenceURL != nil else {
            return xml.add("ContentProtection", attributes)
        }
        xml.add("ContentProtection", attributes) { xml in
            if let systemBox { xml.add("cenc:pssh", text: Base64Text.encode(systemBox)) }
            if let playReadyObject { xml.add("mspr:pro", text: Base64Text.encode(playReadyObject)) }
            guard let licenceURL else { return }
            xml.add("dashif:Laurl", text: licenceURL)
            // The form of earlier guidelines, which older players read.
            if hasClearKeyLicence { xml.add("clearkey:Laurl", ["Lic_type": "EME-1.0"], text: licenceURL) }
        }
    }
}
