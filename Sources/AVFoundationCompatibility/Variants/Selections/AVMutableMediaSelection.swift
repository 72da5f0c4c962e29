import AssetDownloading
import Foundation

/// A selection that can be changed; `mutableCopy()` of an ``AVMediaSelection`` returns one.
// Safe because it adds no stored property.
public final class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
    /// Selects an option of a group; nil selects none.
    ///
    /// An option that is not in the group is ignored, and so is nil for a group that does not allow an empty selection.
    public func select(
        _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
    ) {
        let group = mediaSelectionGroup.group
        if let mediaSelectionOption {
            guard group.options.contains(mediaSelectionOption.option) else { return }
        } else {
            guard group.allowsEmptySelection else { return }
        }
        select(mediaSelectionOption?.option, group.characteristic)
    }
}
