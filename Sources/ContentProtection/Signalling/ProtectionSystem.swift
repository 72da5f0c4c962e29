import ISOMedia
package import Media

/// A system that delivers keys to players.
package enum ProtectionSystem: String, Sendable, Hashable, CaseIterable {
    /// Keys that a server delivers as such: 16 bytes at a URL.
    case identity
    case fairPlay = "fairplay"
    case widevine
    case playReady = "playready"
    /// Licences in JSON (W3C Encrypted Media Extensions 9.1), for development.
    case clearKey = "clearkey"
    /// The W3C common format: key identifiers only.
    case common

    /// The system identifier; nil for `identity`.
    package var id: KeyIdentifier? {
        let text: String? =
            switch self {
            case .identity: nil
            case .fairPlay: "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
            case .widevine: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            case .playReady: "9a04f079-9840-4286-ab92-e65be0885f95"
            case .clearKey: "e2719d58-a985-b3c9-781a-b030af78d30e"
            case .common: "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"
            }
        return text.flatMap { KeyIdentifier($0) }
    }

    /// KEYFORMAT in HLS playlists; nil for `identity`, and for `common`, which playlists do not declare.
    package var keyFormat: String? {
        switch self {
        case .identity, .common: nil
        case .fairPlay: "com.apple.streamingkeydelivery"
        case .widevine: id.map { "urn:uuid:\($0)" }
        case .playReady: "com.microsoft.playready"
        case .clearKey: "org.w3.clearkey"
        }
    }

    /// Whether players of the system can decrypt a method.
    package func supports(_ method: SegmentProtection.Method) -> Bool {
        switch method {
        case .aes128: self == .identity
        case .cbcs: true
        case .cenc: self != .fairPlay
        }
    }

    /// Returns a `pssh` box for keys (ISO/IEC 23001-7 8.1): of version 1 with key identifiers for the common format, which
    /// ClearKey uses as well, and of version 0 for the others; nil for systems without boxes.
    package func box(_ keys: [ContentKey], _ scheme: ProtectionScheme) throws(ProtectionError) -> [UInt8]? {
        guard self != .identity, self != .fairPlay, let id = self == .clearKey ? Self.common.id : id else { return nil }
        var box = ProtectionSystemBox()
        box.systemID = id.bytes
        switch self {
        case .identity, .fairPlay: return nil
        case .common, .clearKey:
            box.header.version = 1
            box.keyIDs = EntryTable(
                keys.map { key in
                    var identifier = ProtectionSystemBox.KeyID()
                    let block = InitializationVector(key.id.bytes) ?? InitializationVector(high: 0, low: 0)
                    (identifier.high, identifier.low) = (block.high, block.low)
                    return identifier
                })
        case .widevine: box.data = WidevineData(keyIDs: keys.map(\.id.bytes), scheme: scheme.code).bytes
        case .playReady: box.data = try PlayReadyHeader(keys, scheme).object
        }
        var writer = ByteWriter(capacity: 64 + box.data.count)
        writer.write(box)
        return writer.bytes
    }
}
