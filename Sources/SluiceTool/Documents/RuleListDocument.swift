import HLSRules
import PipelineFile

/// The JSON form of the validation rules.
struct RuleListDocument: OutputDocument {
    struct Entry: Encodable {
        var id: String
        var name: String
        var title: String
        var levels: [String: String]
        var examines: [String]
        var clause: String
        var consequence: String?

        init(_ rule: any Rule.Type) {
            let facts = rule.facts
            id = facts.id
            name = "\(rule)"
            title = facts.title
            levels = ValidationProfile.allCases.reduce(into: [:]) { $0[$1.rawValue] = facts.levels[$1]?.rawValue }
            examines = RuleKind.allCases.filter(facts.kinds.contains).map(\.rawValue)
            clause = facts.clause
            consequence = facts.consequence
        }
    }

    var schema = 1
    var rules: [Entry]

    /// Creates the list of a profile's rules.
    init(_ profile: ValidationProfile) { rules = RuleCatalogue.rules(of: profile).map { Entry($0) } }

    static let name = "rules"
    static let schema = JSONSchema.document(
        "Output of 'sluice validate --rules --json'",
        JSONSchema.object(["schema": JSONSchema.version, "rules": JSONSchema.array(of: entry)]))

    private static let entry = JSONSchema.object(
        [
            "id": JSONSchema.string("Identifier, which is never reused."), "name": JSONSchema.string("Name."),
            "title": JSONSchema.string("Requirement."),
            "levels": [
                "type": "object", "description": "Level in each profile that contains the rule.",
                "propertyNames": ["enum": .array(ValidationProfile.allCases.map { .string($0.rawValue) })],
                "additionalProperties": ["enum": ["must", "should"]],
            ],
            "examines": JSONSchema.strings(
                "T: text of playlists, X: their changes, M: media, H: server, D: decoded video and audio."),
            "clause": JSONSchema.string("Source of the requirement."),
            "consequence": JSONSchema.string("Consequence for players."),
        ], optional: ["consequence"])
}
