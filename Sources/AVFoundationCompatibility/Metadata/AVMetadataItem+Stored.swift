import AssetWriting
import Foundation
import ISOMedia
import Media
import Synchronization

extension MetadataFields {
    /// The key in the formats of this package; nil for namespaces that are not written, and without a key.
    var storedKey: StoredMetadata.Key? {
        guard let keySpace = effectiveKeySpace, let text = keyText else { return nil }
        switch keySpace {
        case .iTunes: return FourCC(latin1Text: text).map { .iTunes($0) }
        case .quickTimeUserData, .isoUserData: return FourCC(latin1Text: text).map { .userData($0) }
        case .quickTimeMetadata: return .quickTime(text)
        default: return nil
        }
    }

    /// The key that all formats have; nil for keys that only one format has.
    var commonMetadataKey: CommonMetadataKey? {
        if effectiveKeySpace == .common { return keyText.flatMap { CommonMetadataKey(commonName: $0) } }
        return storedKey.flatMap { CommonMetadataKey($0) }
    }
}

extension AVMetadataItem {
    /// The item for the writers of this package; nil without a value, and for keys that they do not write.
    var metadataItem: MetadataItem? {
        let fields = fields.withLock { $0 }
        guard let value = Self.value(fields) else { return nil }
        let key: MetadataItem.Key
        if fields.effectiveKeySpace == .common || fields.effectiveKeySpace == .quickTimeUserData {
            guard let common = fields.commonMetadataKey else { return nil }
            key = .common(common)
        } else {
            switch fields.storedKey {
            case .iTunes(let code)?: key = .iTunes(code)
            case .quickTime(let name)?: key = .quickTime(name)
            case .userData?, nil: return nil
            }
        }
        return MetadataItem(key, value, language: fields.language ?? fields.locale?.identifier)
    }

    private static func value(_ fields: MetadataFields) -> MetadataItem.Value? {
        switch fields.value?.value {
        case let text as NSString: return .text(String(describing: text))
        case let text as String: return .text(text)
        case let date as NSDate:
            return .text(
                ISO8601DateFormatter().string(
                    from: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)))
        case let data as NSData:
            let bytes = [UInt8](Data(referencing: data))
            if fields.dataType == kCMMetadataBaseDataType_JPEG || bytes.starts(with: [0xff, 0xd8, 0xff]) {
                return .jpeg(bytes)
            }
            if fields.dataType == kCMMetadataBaseDataType_PNG || bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
                return .png(bytes)
            }
            return .data(bytes)
        case let number as NSNumber:
            return Int64(exactly: number.doubleValue).map { .integer($0) } ?? .text(number.stringValue)
        default: return nil
        }
    }
}

/// UTF-8 text.
public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// A signed number of 64 bits.
public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// Bytes.
public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// A JPEG image.
public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// A PNG image.
public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
