import PipelineFile
import StageKit

/// The JSON form of the stage reference.
struct StageListDocument: OutputDocument {
    struct Option: Encodable {
        var key: String
        var help: String
        var form: String
        var standard: String?
        var limits: String?
        var isRequired: Bool
        var isSecret: Bool
        var members: [Option]

        private enum CodingKeys: String, CodingKey {
            case key, help, form
            case standard = "default"
            case limits
            case isRequired = "required"
            case isSecret = "secret"
            case members
        }

        init(_ option: OptionDescription) {
            key = option.key
            help = option.help
            form = option.valueForm
            standard = option.defaultText
            limits = option.limits
            isRequired = option.isRequired
            isSecret = option.isSecret
            members = option.members.map(Option.init)
        }
    }

    struct Stage: Encodable {
        var kind: String
        var abstract: String
        var role: String
        var input: String?
        var output: String?
        var plugin: String?
        var options: [Option]

        init(_ description: StageDescription) {
            kind = description.kind
            abstract = description.abstract
            role = description.role.rawValue
            input = description.inputName
            output = description.outputName
            plugin = description.plugin?.name
            options = description.options.map(Option.init)
        }
    }

    var schema = 1
    var stages: [Stage]

    init(_ descriptions: [StageDescription]) { stages = descriptions.map(Stage.init) }

    static let name = "stages"
    static let schema = JSONSchema.document(
        "Output of 'sluice stages --json'",
        .merged(
            JSONSchema.object(["schema": JSONSchema.version, "stages": JSONSchema.array(of: stage)]),
            ["$defs": ["option": option]]))

    private static let stage = JSONSchema.object(
        [
            "kind": JSONSchema.string("Kind, the value of 'use'."), "abstract": JSONSchema.string("Description."),
            "role": JSONSchema.choice(["source", "transform", "processor", "sink"], "Role in a pipeline."),
            "input": JSONSchema.string("Payload that it accepts; absent for sources."),
            "output": JSONSchema.string("Payload that it emits; absent for sinks."),
            "plugin": JSONSchema.string("Plugin that provides it; absent for kinds of the tool."),
            "options": JSONSchema.array(of: ["$ref": "#/$defs/option"]),
        ], optional: ["input", "output", "plugin"])

    private static let option = JSONSchema.object(
        [
            "key": JSONSchema.string("Key under 'with'."), "help": JSONSchema.string("Description."),
            "form": JSONSchema.string("Form of a value, with examples."),
            "default": JSONSchema.string("Default in the syntax of pipeline files; absent for none."),
            "limits": JSONSchema.string("Range or choices."),
            "required": JSONSchema.boolean("Whether the option is required."),
            "secret": JSONSchema.boolean("Whether the value is masked in all output."),
            "members": JSONSchema.array(of: ["$ref": "#/$defs/option"]),
        ], optional: ["default", "limits"])
}
