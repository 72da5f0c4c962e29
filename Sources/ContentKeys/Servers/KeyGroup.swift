package import ContentProtection

/// Track classes that share one key, written as `audio`, `video`, `all`, or classes joined by `+`, such as `sd+hd`.
package struct KeyGroup: Sendable, Hashable, CustomStringConvertible {
    /// The text, which is also the value of `{label}` in URLs.
    package let description: String
    package let labels: Set<KeyLabel>

    private static let names: [String: Set<KeyLabel>] = [
        "all": Set(KeyLabel.allCases), "video": [.sd, .hd, .uhd1, .uhd2], "uhd": [.uhd1, .uhd2],
    ]

    private init() { (description, labels) = ("all", Set(KeyLabel.allCases)) }

    /// Returns nil for an unknown class, and for a class that occurs twice.
    package init?(_ text: String) {
        var labels: Set<KeyLabel> = []
        for name in text.split(separator: "+", omittingEmptySubsequences: false).map(String.init) {
            guard let added = Self.names[name] ?? KeyLabel(rawValue: name).map({ [$0] }), labels.isDisjoint(with: added)
            else { return nil }
            labels.formUnion(added)
        }
        (description, self.labels) = (text, labels)
    }

    /// The group of all tracks.
    package static let all = KeyGroup()

    /// Returns a class of more than one group; nil if there is none.
    package static func repeated(in groups: [KeyGroup]) -> KeyLabel? {
        KeyLabel.allCases.first { label in groups.count { $0.labels.contains(label) } > 1 }
    }

    /// The words that texts consist of.
    package static let words = KeyLabel.allCases.map(\.rawValue) + ["uhd", "video", "all"]
}
