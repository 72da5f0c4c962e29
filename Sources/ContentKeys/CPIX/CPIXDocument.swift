import ContentProtection
import Media

/// The parts of a document in the Content Protection Information Exchange format (DASH-IF CPIX 2.3) that concern
/// encryption.
struct CPIXDocument {
    /// `ContentKey` of `ContentKeyList`.
    struct Key {
        var id: KeyIdentifier
        var vector: InitializationVector?
        /// `commonEncryptionScheme`; nil for any.
        var scheme: String?
        /// The 16 bytes; nil for a key without value, as in requests.
        var value: SecretBytes?
    }

    /// `ContentKeyPeriod` of `ContentKeyPeriodList`.
    struct Period {
        var id: String
        /// The index of the key period. Without `index`, the position in the list.
        var index: Int
    }

    /// `ContentKeyUsageRule` of `ContentKeyUsageRuleList`.
    struct Rule {
        var key: KeyIdentifier
        var filter: KeyFilter
        /// The identifiers of the periods; empty for all.
        var periods: Set<String>
    }

    var contentID: String?
    var keys: [Key] = []
    var declarations: [KeyIdentifier: [KeyDeclaration]] = [:]
    var periods: [Period] = []
    var rules: [Rule] = []

    /// Returns the keys of a key period for a method of encryption.
    func keySet(ofPeriod period: Int, _ method: SegmentProtection.Method) throws(ProtectionError) -> KeySet {
        let filters = try filters(ofPeriod: period)
        var selected: [ContentKey] = []
        for key in keys {
            guard let filters = filters[key.id] else { continue }
            guard let value = key.value else { throw .keyFile("the key \(key.id) has no value") }
            // Whole segments are encrypted with keys of any scheme.
            if let scheme = key.scheme, method != .aes128, scheme != method.rawValue {
                throw .keyFile("the key \(key.id) is for '\(scheme)', but the method is '\(method.rawValue)'")
            }
            var content = try ContentKey(id: key.id, secret: value, vector: key.vector)
            content.filters = filters
            selected.append(content)
        }
        guard !selected.isEmpty else {
            throw .keyFile("the document has no keys for the key period \(period)")
        }
        var set = try KeySet(selected)
        let identifiers = Set(selected.map(\.id))
        set.declarations = declarations.filter { identifiers.contains($0.key) }
        return set
    }

    /// Whether all periods have the same keys.
    var isConstant: Bool { rules.allSatisfy(\.periods.isEmpty) }

    private func filters(ofPeriod period: Int) throws(ProtectionError) -> [KeyIdentifier: [KeyFilter]] {
        guard !rules.isEmpty else {
            // Without rules, the only key is for all tracks.
            guard keys.count == 1, let key = keys.first else {
                throw .keyFile("the document has \(keys.count) keys, but no usage rules that assign them to tracks")
            }
            return [key.id: [KeyFilter(labels: Set(KeyLabel.allCases))]]
        }
        let current = Set(periods.filter { $0.index == period }.map(\.id))
        var filters: [KeyIdentifier: [KeyFilter]] = [:]
        for rule in rules where rule.periods.isEmpty || !rule.periods.isDisjoint(with: current) {
            filters[rule.key, default: []].append(rule.filter)
        }
        return filters
    }
}
