import ContentKeys
import ContentProtection
import Media

/// Documents of keys: CPIX from a file or a key server.
enum KeyDocumentInput {
    static func read(_ input: [UInt8]) {
        for (period, provider) in [
            CPIXFileProvider(path: "", recipient: nil, method: .cbcs),
            CPIXFileProvider(path: "", recipient: nil, method: .cenc),
        ].enumerated() {
            let set = input.withUnsafeBytes { try? provider.keys(in: $0, ofPeriod: period) }
            guard let set else { continue }
            require(Set(set.keys.map(\.id)).count == set.keys.count, "identifiers are unique")
            require(set.declarations.keys.allSatisfy { id in set.keys.contains { $0.id == id } }, "keys are declared")
            for uri in set.declarations.values.joined().compactMap(\.uri) {
                require(!uri.contains("\"") && !uri.contains("\n"), "URIs can be attributes of a tag")
            }
        }
    }
}
