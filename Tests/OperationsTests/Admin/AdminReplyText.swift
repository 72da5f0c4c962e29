import Foundation
import Testing

/// A reply of the admin listener.
struct AdminReplyText: Sendable {
    var status: Int
    var contentType: String
    var text: String

    /// The reply as a JSON object.
    var object: [String: Any] {
        get throws {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
    }
}
