public import Foundation

/// Metadata items that belong together.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    // Safe because it has no stored property.
    /// The items of the group.
    open var items: [AVMetadataItem] { [] }
    /// The language of the group.
    open var classifyingLabel: String? { nil }
    /// An identifier of the group.
    open var uniqueID: String? { nil }
}
