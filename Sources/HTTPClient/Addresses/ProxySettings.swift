import Foundation

/// What the environment says of proxies, which libcurl follows.
///
/// A proxy finds the servers by itself, so that the scope of an address is checked only where it is written in a URL.
enum ProxySettings {
    static let areInUse: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.contains { environment[$0]?.isEmpty == false }
    }()
}
