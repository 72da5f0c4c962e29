import AssetDownloading
import Foundation

extension AVPartialAsyncProperty where Root: AVURLAsset {
    /// The variants in the order of the multivariant playlist; none for a movie file.
    public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> {
        .ofPresentation("variants") { _, presentation in presentation?.variants.map { AVAssetVariant($0) } ?? [] }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The characteristics that have a group of options.
    public static var availableMediaCharacteristicsWithMediaSelectionOptions:
        AVAsyncProperty<Root, [AVMediaCharacteristic]>
    {
        .ofPresentation("availableMediaCharacteristicsWithMediaSelectionOptions") { _, presentation in
            presentation?.mediaSelectionGroups.map { AVMediaCharacteristic($0.characteristic) } ?? []
        }
    }
    /// The options that play by default.
    public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
        .ofPresentation("preferredMediaSelection") { asset, presentation in
            AVMediaSelection(asset, defaultsOf: presentation?.mediaSelectionGroups ?? [])
        }
    }
    /// All combinations of an audio option with a subtitle option or none; the preferred selection of a movie file.
    ///
    /// A presentation with more than 10,000 combinations has only its first 10,000.
    public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
        .ofPresentation("allMediaSelections") { asset, presentation in
            AVMediaSelection.combinations(of: presentation?.mediaSelectionGroups ?? [], of: asset)
        }
    }
}

extension AVAsyncProperty where Root: AVAsset {
    fileprivate static func ofPresentation(
        _ name: String, _ read: @escaping @Sendable (Root, AssetPresentation?) -> Value
    ) -> AVAsyncProperty<Root, Value> {
        AVAsyncProperty(name, read: { read($0, try await $0.presentation?.load()) }) { asset in
            switch asset.presentation?.current {
            case nil: .notYetLoaded
            case .success(let presentation)?: .loaded(read(asset, presentation))
            case .failure(let error)?: .failed(error as NSError)
            }
        }
    }
}

extension AVAsset {
    /// The multivariant playlist; nil for assets without a URL.
    var presentation: PresentationLoader? { (self as? AVURLAsset)?.presentationLoader }

    /// Returns the options with a characteristic, such as `audible`; nil if the asset has none.
    public func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> AVMediaSelectionGroup? {
        guard let characteristic = MediaSelectionGroup.Characteristic(mediaCharacteristic) else { return nil }
        return try await presentation?.load()?.mediaSelectionGroup(for: characteristic)
            .map { AVMediaSelectionGroup($0) }
    }
}

extension AVURLAsset {
    /// The folder and the record of a download that began earlier; nil if the URL is not one of its location.
    var earlierDownload: (folder: URL, record: TaskRecord)? {
        let folder = url.absoluteURL
        return folder.isFileURL ? TaskRecord(in: folder).map { (folder, $0) } : nil
    }

    /// The presentation for a download: the one at the URL, or the one of the earlier download at a location.
    ///
    /// Throws `AVError` with the code `operationNotSupportedForAsset` for a movie file.
    var downloadableAsset: URLAsset {
        get throws {
            if let earlier = earlierDownload {
                var asset = URLAsset(url: earlier.record.url)
                asset.headerFields = presentationLoader.headerFields
                return asset
            }
            guard let asset = presentation?.asset, !asset.url.isFileURL else {
                throw AVError(
                    .operationNotSupportedForAsset,
                    "'\(url.absoluteString)' cannot be downloaded; use the http: or https: URL of a playlist")
            }
            return asset
        }
    }
}

extension AVMediaCharacteristic {
    init(_ characteristic: MediaSelectionGroup.Characteristic) {
        switch characteristic {
        case .audible: self = .audible
        case .legible: self = .legible
        case .visual: self = .visual
        }
    }
}

extension MediaSelectionGroup.Characteristic {
    init?(_ characteristic: AVMediaCharacteristic) {
        switch characteristic {
        case .audible: self = .audible
        case .legible: self = .legible
        case .visual: self = .visual
        default: return nil
        }
    }
}
