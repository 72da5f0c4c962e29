/// All rules; each folder of rules lists its own.
package enum RuleCatalogue {
    /// In the order of the reference.
    package static let all: [any Rule.Type] =
        syntax + segments + media + lowLatency + multivariant + iFrames + server + boxes

    /// The rule of an identity; nil where there is none.
    package static func rule(_ id: String) -> (any Rule.Type)? { all.first { $0.facts.id == id } }

    /// The rules that a profile knows.
    package static func rules(of profile: ValidationProfile) -> [any Rule.Type] {
        all.filter { $0.facts.levels[profile] != nil }
    }
}
