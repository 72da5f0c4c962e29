import AssetDownloading

// As in earlier versions of AVFoundation: values that are loaded when they are used, which blocks the thread. An asset
// that cannot be loaded has none. Asynchronous functions use `load(_:)`.
extension AVURLAsset {
    /// The variants in the order of the multivariant playlist.
    @available(*, noasync, message: "use load(.variants)")
    public var variants: [AVAssetVariant] { presentationLoader.wait()?.variants.map { AVAssetVariant($0) } ?? [] }
}

extension AVAsset {
    /// The characteristics that have a group of options.
    @available(*, noasync, message: "use load(.availableMediaCharacteristicsWithMediaSelectionOptions)")
    public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
        presentation?.wait()?.mediaSelectionGroups.map { AVMediaCharacteristic($0.characteristic) } ?? []
    }

    /// The options that play by default.
    @available(*, noasync, message: "use load(.preferredMediaSelection)")
    public var preferredMediaSelection: AVMediaSelection {
        AVMediaSelection(self, defaultsOf: presentation?.wait()?.mediaSelectionGroups ?? [])
    }

    /// Returns the options with a characteristic; nil if the asset has none.
    @available(*, noasync, message: "use loadMediaSelectionGroup(for:)")
    public func mediaSelectionGroup(
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> AVMediaSelectionGroup? {
        guard let characteristic = MediaSelectionGroup.Characteristic(mediaCharacteristic) else { return nil }
        return presentation?.wait()?.mediaSelectionGroup(for: characteristic).map { AVMediaSelectionGroup($0) }
    }
}
