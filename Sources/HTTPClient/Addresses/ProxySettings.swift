import Foundation

/// The proxy environment variables, which libcurl uses.
///
/// A proxy resolves host names, so only literal addresses in URLs can be checked.
enum ProxySettings {
    static let areInUse: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.contains { environment[$0]?.isEmpty == false }
    }()
}
