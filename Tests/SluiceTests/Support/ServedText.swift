import Foundation
import FoundationNetworking

/// Text that a pipeline of a test serves.
enum ServedText {
    /// Returns the text at a URL as soon as it is served.
    static func first(_ url: String) async throws -> String {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        while true {
            try Task.checkCancellation()
            if let (data, response) = try? await URLSession.shared.data(from: url),
                (response as? HTTPURLResponse)?.statusCode == 200
            {
                return String(decoding: data, as: UTF8.self)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
