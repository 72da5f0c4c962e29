import ContentProtection
import Foundation

/// A licence request of ClearKey (W3C Encrypted Media Extensions 9.1.3).
struct ClearKeyRequest: Hashable {
    /// The identifiers of the keys, without repetitions.
    let identifiers: [KeyIdentifier]

    private static let maximumCount = 64

    private struct Document: Decodable {
        var kids: [String]
        var type: String?
    }

    /// Parses the JSON document of a media key session. Returns nil for other content, and for persistent licences.
    init?(_ body: [UInt8]) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(body)),
            (1...Self.maximumCount).contains(document.kids.count), document.type ?? "temporary" == "temporary"
        else { return nil }
        var identifiers: [KeyIdentifier] = []
        for text in document.kids {
            guard let id = Base64URL.block(text).flatMap({ KeyIdentifier($0) }) else { return nil }
            if !identifiers.contains(id) { identifiers.append(id) }
        }
        self.identifiers = identifiers
    }
}
