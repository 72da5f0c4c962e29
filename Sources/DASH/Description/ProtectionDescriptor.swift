import Media

/// A way to decrypt an adaptation set: an element ContentProtection (ISO/IEC 23009-1 5.8.4.1).
package struct ProtectionDescriptor: Sendable, Hashable {
    /// `schemeIdUri`.
    package var scheme: String
    package var value: String?
    /// The identifiers of the keys of 16 bytes each, for the scheme of Common Encryption.
    package var keyIdentifiers: [[UInt8]] = []
    /// A complete `pssh` box.
    package var systemBox: [UInt8]?
    /// The PlayReady object.
    package var playReadyObject: [UInt8]?
    /// The URL of the licence server.
    package var licenceURL: String?

    /// The system with an identifier of 16 bytes.
    package init(systemID: [UInt8]) {
        scheme = "urn:uuid:" + Self.uuid(systemID)
        value = Self.names[scheme]
    }

    /// The scheme of Common Encryption with this code, such as `cbcs` (ISO/IEC 23009-1 5.8.5.2).
    package init(encryption code: String, keyIdentifiers: [[UInt8]]) {
        scheme = "urn:mpeg:dash:mp4protection:2011"
        value = code
        self.keyIdentifiers = keyIdentifiers
    }

    /// The scheme of ClearKey (W3C Encrypted Media Extensions).
    static let clearKeyScheme = "urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e"

    /// The values that players show or compare for systems.
    private static let names = [
        "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine",
        "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95": "MSPR 2.0", clearKeyScheme: "ClearKey1.0",
    ]

    /// Bytes in the form of a UUID.
    static func uuid(_ bytes: [UInt8]) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += byte.hexadecimal()
        }
        return text
    }
}
