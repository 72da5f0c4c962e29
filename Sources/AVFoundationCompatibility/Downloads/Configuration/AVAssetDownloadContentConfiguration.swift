import AssetDownloading
public import Foundation
import Synchronization

/// A set of one variant and its renditions.
// Safe because the values are behind a mutex.
open class AVAssetDownloadContentConfiguration: NSObject, NSCopying, @unchecked Sendable {
    private let qualifiers: Mutex<[AVAssetVariantQualifier]>
    private let selections: Mutex<[AVMediaSelection]>

    /// A configuration without preferences.
    public override convenience init() { self.init([], []) }

    private init(_ qualifiers: [AVAssetVariantQualifier], _ selections: [AVMediaSelection]) {
        self.qualifiers = Mutex(qualifiers)
        self.selections = Mutex(selections)
    }

    /// Preferences in order; the first preference that matches a variant decides.
    public var variantQualifiers: [AVAssetVariantQualifier] {
        get { qualifiers.withLock { $0 } }
        set { qualifiers.withLock { $0 = newValue } }
    }

    /// The selections whose options are downloaded, each in all of them; empty for the default options.
    public var mediaSelections: [AVMediaSelection] {
        get { selections.withLock { $0 } }
        set { selections.withLock { $0 = newValue } }
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        AVAssetDownloadContentConfiguration(variantQualifiers, mediaSelections)
    }

    var content: DownloadContent {
        DownloadContent(qualifiers: variantQualifiers, selections: mediaSelections.map { Array($0.options.values) })
    }
}
