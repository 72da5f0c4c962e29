import AssetDownloading
public import Foundation
import Synchronization

/// The selected options of an asset, at most one of each group.
// Safe because the selected options are behind a mutex, and the asset is set once.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    /// The asset; nil if it no longer exists.
    public private(set) weak var asset: AVAsset?
    private let selected: Mutex<[MediaSelectionGroup.Characteristic: MediaSelectionOption]>

    init(_ asset: AVAsset?, _ options: [MediaSelectionGroup.Characteristic: MediaSelectionOption]) {
        self.asset = asset
        selected = Mutex(options)
    }

    /// A selection of the option that plays by default in each group.
    convenience init(_ asset: AVAsset?, defaultsOf groups: [MediaSelectionGroup]) {
        var options: [MediaSelectionGroup.Characteristic: MediaSelectionOption] = [:]
        for group in groups {
            let option = group.defaultOption ?? (group.allowsEmptySelection ? nil : group.options.first)
            options[group.characteristic] = option
        }
        self.init(asset, options)
    }

    /// Returns the selected option of a group; nil if none is selected.
    open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        options[mediaSelectionGroup.group.characteristic].map(AVMediaSelectionOption.init)
    }

    open func copy(with zone: NSZone? = nil) -> Any { AVMediaSelection(asset, options) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMediaSelection(asset, options) }

    var options: [MediaSelectionGroup.Characteristic: MediaSelectionOption] { selected.withLock { $0 } }

    func select(_ option: MediaSelectionOption?, _ characteristic: MediaSelectionGroup.Characteristic) {
        selected.withLock { $0[characteristic] = option }
    }
}
