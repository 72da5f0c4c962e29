import PipelineRuntime
package import StageKit

/// The JSON Schema of pipeline files, generated from the declarations of stage kinds.
///
/// Editors complete and check files by it. It accepts every valid file. Connections between stages, plugins and files
/// are beyond it: `sluice check` checks them.
package struct PipelineFileSchema {
    private let catalogue: StageCatalogue

    /// Creates the schema for the kinds of a catalogue.
    package init(_ catalogue: StageCatalogue) { self.catalogue = catalogue }

    /// The schema document.
    package var document: JSONValue {
        JSONSchema.document(
            "Pipeline file of sluice",
            [
                "type": "object", "additionalProperties": false, "properties": Self.properties,
                "allOf": [
                    [
                        "if": ["required": ["extends"]],
                        "else": [
                            "required": ["stages"],
                            "properties": ["stages": ["type": "object", "additionalProperties": ["type": "object"]]],
                        ],
                    ],
                    [
                        "if": ["required": ["plugins"]],
                        "else": [
                            "properties": ["stages": ["additionalProperties": JSONSchema.reference("knownStage")]]
                        ],
                    ],
                ],
                "$defs": .object(
                    [
                        .init(key: "parameter", value: Self.parameter), .init(key: "text", value: Self.text),
                        .init(key: "names", value: Self.names), .init(key: "stage", value: stage),
                        .init(key: "knownStage", value: knownStage),
                        .init(key: "hook", value: OptionSchema.options(OptionDescription.all(HookOptions.fields))),
                        .init(key: "admin", value: OptionSchema.options(AdminOptions.members)),
                    ] + catalogue.descriptions.map { .init(key: $0.kind, value: OptionSchema.options($0.options)) }),
            ])
    }

    /// The keys of a pipeline file. `DocumentReader.keys` has the same.
    static let properties: JSONValue = [
        "pipeline": described("Name, for reports and 'sluice reload NAME'. By default that of the file.", "text"),
        "about": described("One sentence about the pipeline.", "text"),
        "parameters": [
            "description": .string(
                "Names and defaults. ${name} in a value is replaced by --set name=VALUE, by the environment variable "
                    + "SLUICE_PARAM_NAME, or by the default. A parameter without a default has to be set."),
            "type": ["object", "null"], "maxProperties": .integer(DocumentReader.limit),
            "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"],
            "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
        ],
        "extends": described("Path of another pipeline file, relative to this file, which this one changes.", "text"),
        "plugins": described("Plugins: folders relative to this file, or names on SLUICE_PLUGIN_PATH.", "names"),
        "stages": [
            "description": .string(
                "Names and stages. A stage reads only from stages above it. In a file that extends another, null "
                    + "removes a stage."),
            "type": ["object", "null"], "maxProperties": .integer(DocumentReader.limit),
            "propertyNames": ["pattern": "^[a-z][a-z0-9-]*$"], "additionalProperties": JSONSchema.reference("stage"),
        ],
        "hooks": [
            "description": .string(
                "Names and hooks, which send events to other programs. In a file that extends another, null removes a "
                    + "hook."),
            "type": ["object", "null"], "maxProperties": .integer(DocumentReader.limit),
            "additionalProperties": JSONSchema.reference("hook"),
        ],
        "admin": [
            "description":
                "Address and token of the HTTP listener for operators. In a file that extends another, null removes it.",
            "anyOf": [JSONSchema.reference("admin"), ["type": "null"]],
        ],
    ]

    static let parameter: JSONValue = [
        "description": "A value with a parameter, such as ${output} or ${file:PATH}.", "type": "string",
        "pattern": #"(^|[^$])\$\{[^}]+\}"#,
    ]
    static let text: JSONValue = ["type": ["string", "number", "boolean"]]
    private static let names: JSONValue = [
        "anyOf": [JSONSchema.reference("text"), ["type": "array", "items": JSONSchema.reference("text")]]
    ]

    private static func described(_ description: String, _ definition: String) -> JSONValue {
        .merged(["description": .string(description)], JSONSchema.reference(definition))
    }

    private var stage: JSONValue {
        let policies = ErrorPolicy.allCases.map { JSONValue.string($0.rawValue) }
        return [
            "type": ["object", "null"], "additionalProperties": false, "required": ["use"],
            "properties": [
                "use": Self.described("Kind of the stage; 'sluice stages' lists the kinds.", "text"),
                "from": Self.described("The stage, or the list of stages, that this stage reads from.", "names"),
                "with": ["description": "Options of the stage.", "type": ["object", "null"]],
                "on-error": [
                    "description": "Policy for a stage that fails during the run.", "default": "automatic",
                    "anyOf": [["enum": .array(policies + [.string("fail")])], JSONSchema.reference("parameter")],
                ],
            ],
            "allOf": .array(catalogue.descriptions.map(rule)),
        ]
    }

    /// The kinds that can be used in files without plugins.
    private var knownStage: JSONValue {
        let kinds = catalogue.descriptions.map { kind -> JSONValue in
            ["const": .string(kind.kind), "description": .string(OptionSchema.sentence(kind.abstract))]
        }
        return ["properties": ["use": ["anyOf": .array(kinds + [JSONSchema.reference("parameter")])]]]
    }

    /// Returns the rule for stages of a kind: their options, and whether they read from other stages.
    private func rule(_ kind: StageDescription) -> JSONValue {
        let isSource = kind.inputName == nil
        let needsOptions = kind.options.contains(where: \.isRequired)
        let required = [isSource ? nil : "from", needsOptions ? "with" : nil].compactMap { $0 }
        var properties: JSONValue = ["with": JSONSchema.reference(kind.kind)]
        if isSource { properties = .merged(properties, ["from": false]) }
        let then: JSONValue = ["properties": properties]
        return [
            "if": ["properties": ["use": ["const": .string(kind.kind)]], "required": ["use"]],
            "then": required.isEmpty ? then : .merged(["required": .array(required.map { .string($0) })], then),
        ]
    }
}
