import Foundation

/// The properties of a metadata item.
struct MetadataFields: Sendable {
    var identifier: AVMetadataIdentifier?
    var keySpace: AVMetadataKeySpace?
    var key: UncheckedValue?
    var value: UncheckedValue?
    var language: String?
    var locale: Locale?
    var dataType: String?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var startDate: Date?
    var extraAttributes: [String: UncheckedValue] = [:]

    /// The namespace of the identifier, or else the namespace that was set.
    var effectiveKeySpace: AVMetadataKeySpace? { identifier?.keySpace ?? keySpace }

    /// The key of the identifier, or else the key that was set, as text.
    var keyText: String? {
        if let identifier { return identifier.key }
        switch key?.value {
        case let text as NSString: return String(describing: text)
        case let text as String: return text
        case let number as NSNumber:
            let (code, shifts) = (number.uint32Value, [24, 16, 8, 0] as [UInt32])
            return String(String.UnicodeScalarView(shifts.compactMap { UnicodeScalar(code >> $0 & 0xff) }))
        default: return nil
        }
    }

    /// The identifier, or else the one of key and namespace.
    var effectiveIdentifier: AVMetadataIdentifier? {
        if let identifier { return identifier }
        guard let keySpace, let keyText else { return nil }
        return AVMetadataIdentifier(keyText, keySpace)
    }
}
