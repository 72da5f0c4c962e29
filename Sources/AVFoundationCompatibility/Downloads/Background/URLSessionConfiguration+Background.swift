import Foundation
public import FoundationNetworking

// Foundation on Linux declares this function as unavailable. Overload resolution prefers the available one.
extension URLSessionConfiguration {
    /// Returns a configuration for an ``AVAssetDownloadURLSession`` whose tasks survive the process.
    ///
    /// No daemon continues the downloads on Linux: they stop with the process, and a new session with the same identifier
    /// continues them.
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.identifier = identifier
        return configuration
    }
}
