import AssetDownloading
import Foundation

/// The key of the minimum media bit rate to download, a number in bits per second.
public let AVAssetDownloadTaskMinimumRequiredMediaBitrateKey = "AVAssetDownloadTaskMinimumRequiredMediaBitrateKey"
/// The key of the minimum size of the video to download, a `CGSize`.
public let AVAssetDownloadTaskMinimumRequiredPresentationSizeKey =
    "AVAssetDownloadTaskMinimumRequiredPresentationSizeKey"
/// The key of an ``AVMediaSelection`` to download.
public let AVAssetDownloadTaskMediaSelectionKey = "AVAssetDownloadTaskMediaSelectionKey"
/// The key of a truth value: whether audio with more than two channels is preferred.
public let AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey =
    "AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey"
/// The key of a truth value: whether lossless audio is preferred.
public let AVAssetDownloadTaskPrefersLosslessAudioKey = "AVAssetDownloadTaskPrefersLosslessAudioKey"
/// The key of a truth value: whether video with a high dynamic range is preferred.
public let AVAssetDownloadTaskPrefersHDRKey = "AVAssetDownloadTaskPrefersHDRKey"

/// The options of a download task that is created without a configuration.
struct DownloadTaskOptions: Codable, Hashable, Sendable {
    var bitRate: Double?
    var width: Double?
    var height: Double?
    var prefersMultichannel: Bool?
    var prefersLossless: Bool?
    var prefersHDR: Bool?

    /// Reads a program's dictionary; unknown keys and values of other types are ignored.
    init(_ options: [String: Any]) {
        bitRate = settingNumber(options[AVAssetDownloadTaskMinimumRequiredMediaBitrateKey])
        let size = options[AVAssetDownloadTaskMinimumRequiredPresentationSizeKey] as? CGSize
        width = size.map { Double($0.width) }
        height = size.map { Double($0.height) }
        prefersMultichannel = settingTruth(options[AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey])
        prefersLossless = settingTruth(options[AVAssetDownloadTaskPrefersLosslessAudioKey])
        prefersHDR = settingTruth(options[AVAssetDownloadTaskPrefersHDRKey])
    }

    /// Returns the variants that satisfy the options. An option that no remaining variant satisfies has no effect.
    func preferred(among variants: [AssetVariant]) -> [AssetVariant] {
        var variants = variants
        func prefer(_ isPreferred: (AssetVariant) -> Bool) {
            let preferred = variants.filter(isPreferred)
            if !preferred.isEmpty { variants = preferred }
        }
        if let prefersHDR {
            prefer { variant in variant.videoAttributes.map { ($0.videoRange != .sdr) == prefersHDR } ?? false }
        }
        if let prefersLossless {
            prefer { variant in
                let isLossless = variant.badges.contains(.lossless) || variant.badges.contains(.highResolutionLossless)
                return isLossless == prefersLossless
            }
        }
        if let prefersMultichannel {
            prefer { variant in
                let channels = variant.audioAttributes?.renditionSpecificAttributes.compactMap(\.channelCount).max()
                return channels.map { ($0 > 2) == prefersMultichannel } ?? false
            }
        }
        if let width, let height {
            prefer { variant in
                let size = variant.videoAttributes?.presentationSize
                return size.map { Double($0.width) >= width && Double($0.height) >= height } ?? false
            }
        }
        guard let bitRate else { return variants }
        // The lowest sufficient bit rate.
        let sufficient = variants.compactMap(\.peakBitRate).filter { $0 >= bitRate }
        guard let lowest = sufficient.min() else { return variants }
        return variants.filter { $0.peakBitRate == lowest }
    }
}
