import AssetWriting
public import Foundation

extension AVMetadataItem: AVAsynchronousKeyValueLoading {
    /// Returns the items with an identifier.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        guard identifier.keySpace == .common else { return metadataItems.filter { $0.identifier == identifier } }
        return metadataItems.filter { $0.commonKey?.rawValue == identifier.key }
    }

    /// Returns the items with a key, a namespace or both.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let text = (key as? AVMetadataKey)?.rawValue ?? (key as? String) ?? (key as? NSString).map { "\($0)" }
        return metadataItems.filter { item in
            if keySpace == .common { return item.commonKey != nil && (text == nil || item.commonKey?.rawValue == text) }
            return (keySpace == nil || item.keySpace == keySpace) && (text == nil || item.identifier?.key == text)
        }
    }

    /// Returns the items in the first of the preferred languages that there are, best first.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        preferredLanguages.flatMap { language in
            metadataItems.filter { $0.extendedLanguageTag.map { $0 == language } ?? false }
        }
    }

    /// Returns the identifier of a key in a namespace.
    public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        var fields = MetadataFields()
        fields.keySpace = keySpace
        fields.key = UncheckedValue(value: (key as? AVMetadataKey)?.rawValue ?? key)
        return fields.effectiveIdentifier
    }

    /// Returns the namespace of an identifier.
    public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        identifier.keySpace
    }

    /// Returns the key of an identifier.
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? { NSString(string: identifier.key) }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// The value as text.
    public static var stringValue: AVAsyncProperty<Root, String?> { property("stringValue") { $0.stringValue } }
    /// The value as a number.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> { property("numberValue") { $0.numberValue } }
    /// The value as a date.
    public static var dateValue: AVAsyncProperty<Root, Date?> { property("dateValue") { $0.dateValue } }
    /// The value as bytes.
    public static var dataValue: AVAsyncProperty<Root, Data?> { property("dataValue") { $0.dataValue } }
    /// The value.
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
        property("value") { $0.value }
    }

    private static func property<Value>(
        _ name: String, _ read: @escaping @Sendable (Root) -> Value
    ) -> AVAsyncProperty<Root, Value> {
        AVAsyncProperty(name, read: { read($0) }, status: { .loaded(read($0)) })
    }
}
