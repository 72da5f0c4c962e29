public import Foundation
import Synchronization

/// An item of metadata whose properties can be set. Set an identifier, or a key and its namespace.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    // Safe because the properties are behind a lock.
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set { fields.withLock { $0.identifier = newValue } }
    }
    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { fields.withLock { $0.keySpace = newValue } }
    }
    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set {
            let key = newValue.map { UncheckedValue(value: $0) }
            fields.withLock { $0.key = key }
        }
    }
    open override var value: (any NSCopying & NSObjectProtocol)? {
        get { super.value }
        set {
            let value = newValue.map { UncheckedValue(value: $0) }
            fields.withLock { $0.value = value }
        }
    }
    open override var dataType: String? {
        get { super.dataType }
        set { fields.withLock { $0.dataType = newValue } }
    }
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { fields.withLock { $0.language = newValue } }
    }
    open override var locale: Locale? {
        get { super.locale }
        set { fields.withLock { $0.locale = newValue } }
    }
    open override var time: CMTime {
        get { super.time }
        set { fields.withLock { $0.time = newValue } }
    }
    open override var duration: CMTime {
        get { super.duration }
        set { fields.withLock { $0.duration = newValue } }
    }
    open override var startDate: Date? {
        get { super.startDate }
        set { fields.withLock { $0.startDate = newValue } }
    }
    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set {
            let values = Dictionary(
                uniqueKeysWithValues: (newValue ?? [:]).map { ($0.key.rawValue, UncheckedValue(value: $0.value)) })
            fields.withLock { $0.extraAttributes = values }
        }
    }
}
