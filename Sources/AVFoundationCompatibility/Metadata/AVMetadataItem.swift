import AssetWriting
public import Foundation
import ISOMedia
import Media
import Synchronization

/// An item of metadata of an asset, a track or a time.
open class AVMetadataItem: NSObject, @unchecked Sendable {
    // Safe because the properties are behind a lock.
    let fields: Mutex<MetadataFields>

    /// An item without properties.
    public override init() {
        fields = Mutex(MetadataFields())
        super.init()
    }

    init(_ fields: MetadataFields) {
        self.fields = Mutex(fields)
        super.init()
    }

    /// An item as a file stores it.
    convenience init(_ stored: StoredMetadata) {
        var fields = MetadataFields()
        switch stored.key {
        case .iTunes(let code): fields.identifier = AVMetadataIdentifier(code.latin1Text, .iTunes)
        case .quickTime(let name): fields.identifier = AVMetadataIdentifier(name, .quickTimeMetadata)
        case .userData(let code): fields.identifier = AVMetadataIdentifier(code.latin1Text, .quickTimeUserData)
        }
        switch stored.value {
        case .text(let text):
            fields.value = UncheckedValue(value: NSString(string: text))
            fields.dataType = kCMMetadataBaseDataType_UTF8
        case .integer(let number):
            fields.value = UncheckedValue(value: NSNumber(value: number))
            fields.dataType = kCMMetadataBaseDataType_SInt64
        case .jpeg(let bytes):
            fields.value = UncheckedValue(value: NSData(data: Data(bytes)))
            fields.dataType = kCMMetadataBaseDataType_JPEG
        case .png(let bytes):
            fields.value = UncheckedValue(value: NSData(data: Data(bytes)))
            fields.dataType = kCMMetadataBaseDataType_PNG
        case .data(let bytes):
            fields.value = UncheckedValue(value: NSData(data: Data(bytes)))
            fields.dataType = kCMMetadataBaseDataType_RawData
        }
        fields.language = stored.language
        self.init(fields)
    }

    /// The namespace and the key as one text.
    open var identifier: AVMetadataIdentifier? { fields.withLock { $0.effectiveIdentifier } }
    /// The namespace of the key.
    open var keySpace: AVMetadataKeySpace? { fields.withLock { $0.effectiveKeySpace } }
    /// The key in its namespace.
    open var key: (any NSCopying & NSObjectProtocol)? {
        let (key, text) = fields.withLock { ($0.key, $0.keyText) }
        return (key?.value as? (any NSCopying & NSObjectProtocol)) ?? text.map { NSString(string: $0) }
    }
    /// The key that all formats have; nil for keys that only one format has.
    open var commonKey: AVMetadataKey? {
        fields.withLock { $0.commonMetadataKey }.map { AVMetadataKey(rawValue: $0.commonName) }
    }
    /// The value: an `NSString`, `NSNumber`, `NSData` or `NSDate`.
    open var value: (any NSCopying & NSObjectProtocol)? {
        fields.withLock { $0.value }?.value as? (any NSCopying & NSObjectProtocol)
    }
    /// The type of the value, such as UTF-8 text.
    open var dataType: String? { fields.withLock { $0.dataType } }
    /// The language of the value as a BCP 47 tag; nil for all languages.
    open var extendedLanguageTag: String? { fields.withLock { $0.language } }
    /// The locale of the value; nil for all.
    open var locale: Locale? {
        fields.withLock { $0.locale ?? $0.language.map { Locale(identifier: $0) } }
    }
    /// The time when the item starts to apply; invalid for all times.
    open var time: CMTime { fields.withLock { $0.time } }
    /// The duration for which the item applies; invalid for all times.
    open var duration: CMTime { fields.withLock { $0.duration } }
    /// The date when the item starts to apply.
    open var startDate: Date? { fields.withLock { $0.startDate } }
    /// Attributes that only some formats have.
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        let values = fields.withLock { $0.extraAttributes }
        guard !values.isEmpty else { return nil }
        return Dictionary(
            uniqueKeysWithValues: values.map { (AVMetadataExtraAttributeKey(rawValue: $0.key), $0.value.value) })
    }

    /// The value as text; nil unless it is text or a number.
    public var stringValue: String? {
        switch value {
        case let text as NSString: String(describing: text)
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }
    /// The value as a number; nil unless it is a number, or text that contains one.
    public var numberValue: NSNumber? {
        switch value {
        case let number as NSNumber: number
        case let text as NSString: Double(String(describing: text)).map { NSNumber(value: $0) }
        default: nil
        }
    }
    /// The value as a date; nil unless it is a date, or text in the form of ISO 8601.
    public var dateValue: Date? {
        switch value {
        case let date as NSDate: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case let text as NSString: ISO8601DateFormatter().date(from: String(describing: text))
        default: nil
        }
    }
    /// The value as bytes; nil unless it is bytes.
    public var dataValue: Data? { (value as? NSData).map { Data(referencing: $0) } }

    /// The format that the item is from.
    var format: AVMetadataFormat? {
        switch keySpace {
        case .iTunes?: .iTunesMetadata
        case .quickTimeMetadata?: .quickTimeMetadata
        case .quickTimeUserData?: .quickTimeUserData
        default: nil
        }
    }

    open override func copy() -> Any { AVMetadataItem(fields.withLock { $0 }) }
    open override func mutableCopy() -> Any { AVMutableMetadataItem(fields.withLock { $0 }) }
    open override var description: String {
        "<AVMetadataItem: identifier = \(identifier?.rawValue ?? "nil"), value = \(stringValue ?? "\(String(describing: value))")>"
    }
}

extension FourCC {
    /// The four bytes as Latin-1, where the copyright sign of the Macintosh is U+00A9.
    var latin1Text: String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { UnicodeScalar(UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0))) }))
    }

    /// The code with four characters of Latin-1; nil for other texts.
    init?(latin1Text text: String) {
        let bytes = text.unicodeScalars.map(\.value)
        guard bytes.count == 4, bytes.allSatisfy({ $0 <= 0xff }) else { return nil }
        self.init(rawValue: bytes.reduce(0) { $0 << 8 | $1 })
    }
}
