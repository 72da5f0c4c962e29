/// The list of all rules, assembled from the lists of the folders.
package enum RuleCatalogue {
    /// All rules, in the order of the reference.
    package static let all: [any Rule.Type] =
        syntax + segments + media + lowLatency + multivariant + iFrames + server + boxes

    /// Returns the rule with an identifier; nil if it does not exist.
    package static func rule(_ id: String) -> (any Rule.Type)? { all.first { $0.facts.id == id } }

    /// Returns the rules that apply in a profile.
    package static func rules(of profile: ValidationProfile) -> [any Rule.Type] {
        all.filter { $0.facts.levels[profile] != nil }
    }
}
