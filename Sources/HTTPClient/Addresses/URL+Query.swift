package import Foundation

extension URL {
    /// The parameters of the query without percent encoding, the first of each name.
    package var queryParameters: [String: String] {
        let items = URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
