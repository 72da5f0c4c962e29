import HLS
import Media

extension SegmentProtection {
    /// The keys of a segment for EXT-X-KEY, one for each system that playlists declare.
    var keys: [EncryptionKey] {
        listedDeclarations.map { declaration, uri in
            var key = EncryptionKey(
                method: playlistMethod, uri: uri, initializationVector: explicitVector,
                keyFormat: declaration.keyFormat, keyFormatVersions: declaration.keyFormatVersions)
            // One identifier cannot represent several keys.
            if declaration.includesKeyIdentifier, keyIdentifiers.count == 1 { key.keyIdentifier = keyIdentifiers[0] }
            return key
        }
    }

    /// The keys in force at the tag of the initialization section. Sections are not encrypted, and players would
    /// decrypt a section that follows EXT-X-KEY with AES-128; the keys of samples apply to it, since it contains their
    /// identifiers.
    var initializationKeys: [EncryptionKey] { method == .aes128 ? [] : keys }

    /// The URIs for EXT-X-SESSION-KEY in the order of the keys; empty if they are the same.
    var sessionURIs: [String] {
        guard declarations.contains(where: { $0.sessionURI != nil }) else { return [] }
        return listedDeclarations.map { $0.sessionURI ?? $1 }
    }

    private var listedDeclarations: [(KeyDeclaration, uri: String)] {
        declarations.compactMap { declaration in declaration.uri.map { (declaration, $0) } }
    }

    private var playlistMethod: EncryptionKey.Method {
        switch method {
        case .aes128: .aes128
        case .cbcs: .sampleAES
        case .cenc: .sampleAESCTR
        }
    }

    /// SAMPLE-AES-CTR excludes the attribute (RFC 8216bis 4.4.4.4).
    private var explicitVector: [UInt8]? { method == .cenc ? nil : vector }

    /// Whether another period of the same encryption differs in its keys only.
    func differsInKeys(from other: SegmentProtection) -> Bool {
        method == other.method && (period != other.period || keyIdentifiers != other.keyIdentifiers)
    }
}
