import ISOMedia
import Media

/// A DRM system that `pssh` boxes can be written for.
package enum ProtectionSystem: String, Sendable, Hashable, CaseIterable {
    /// The W3C common format: key identifiers only.
    case common
    case widevine
    case playReady = "playready"

    /// The system identifier.
    package var id: KeyIdentifier {
        let text =
            switch self {
            case .common: "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b"
            case .widevine: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            case .playReady: "9a04f079-9840-4286-ab92-e65be0885f95"
            }
        guard let id = KeyIdentifier(text) else { preconditionFailure("the identifiers are valid") }
        return id
    }

    /// Returns a `pssh` box for keys (ISO/IEC 23001-7 8.1): of version 1 with key identifiers for the common format,
    /// and of version 0 for the others.
    package func box(_ keys: [ContentKey], _ scheme: ProtectionScheme) throws(ProtectionError) -> [UInt8] {
        var box = ProtectionSystemBox()
        box.systemID = id.bytes
        switch self {
        case .common:
            box.header.version = 1
            box.keyIDs = EntryTable(
                keys.map { key in
                    var identifier = ProtectionSystemBox.KeyID()
                    let block = InitializationVector(key.id.bytes) ?? InitializationVector(high: 0, low: 0)
                    (identifier.high, identifier.low) = (block.high, block.low)
                    return identifier
                })
        case .widevine: box.data = WidevineHeader(keyIDs: keys.map(\.id), scheme: scheme).bytes
        case .playReady: box.data = try PlayReadyHeader(keys, scheme).object
        }
        var writer = ByteWriter(capacity: 64 + box.data.count)
        writer.write(box)
        return writer.bytes
    }
}
