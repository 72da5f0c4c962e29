public import Foundation

/// An asset at a URL: a movie file, or the multivariant playlist of a presentation that can be downloaded.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // Safe because the stored properties are constants, and the loader has a lock.
    private let storedOptions: [String: UncheckedValue]
    let presentationLoader: PresentationLoader

    /// The asset at a URL. No option has an effect on movie files.
    public init(url URL: URL, options: [String: Any]? = nil) {
        storedOptions = (options ?? [:]).mapValues(UncheckedValue.init)
        presentationLoader = PresentationLoader(URL, options: options ?? [:])
        super.init(url: URL)
    }

    /// The URL of the asset.
    public var url: URL { location }

    /// The options of a program.
    var options: [String: Any] { storedOptions.mapValues(\.value) }
}

/// The key of the option for an exact duration; durations are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// The key of the HTTP headers of an asset on a server.
public let AVURLAssetHTTPHeaderFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"
