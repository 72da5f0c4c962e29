import Foundation

/// The reason why an asset cannot be loaded.
struct AssetLoadingError: Error {
    private let missing: URL?
    private let failure: AVError

    init(_ error: AVError) {
        missing = nil
        failure = error
    }

    init(_ code: AVError.Code, _ message: String) { self.init(AVError(code, message)) }

    /// A file that does not exist.
    init(missing url: URL) {
        missing = url
        failure = AVError(.failedToLoadMediaData, "'\(url.path)' does not exist")
    }

    /// The error for programs: as in AVFoundation, a file that does not exist has a code of `NSURLErrorDomain`.
    var error: any Error {
        guard let missing else { return failure }
        return NSError(
            domain: "NSURLErrorDomain", code: -1100,
            userInfo: [NSLocalizedDescriptionKey: failure.message, "NSErrorFailingURLKey": missing])
    }
}
