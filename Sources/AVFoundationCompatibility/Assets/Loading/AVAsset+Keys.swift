import AssetWriting
import Dispatch
public import Foundation

// As in earlier versions of AVFoundation: all properties of a movie are loaded together when its file is opened.
extension AVAsset {
    /// Loads properties by their names, such as `tracks` and `duration`, and calls the handler when each of them is loaded
    /// or has failed, on an unspecified queue.
    public func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        DispatchQueue.global().async { [self] in
            _ = try? loader.asset()
            handler?()
        }
    }

    /// Returns the state of a property, and sets `outError` to the reason if it cannot be loaded.
    public func statusOfValue(
        forKey key: String, error outError: UnsafeMutablePointer<NSError?>? = nil
    ) -> AVKeyValueStatus {
        switch loader.current {
        case nil: return .unknown
        case .success?: return .loaded
        case .failure(let failure)?:
            outError?.pointee = failure.error as NSError
            return .failed
        }
    }
}
