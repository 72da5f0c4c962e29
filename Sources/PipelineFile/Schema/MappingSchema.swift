package import StageKit

/// The JSON Schema of a YAML file that is one mapping, generated from the declarations of its keys.
package struct MappingSchema {
    private let title: String
    private let members: [OptionDescription]

    /// Creates the schema of a file with these keys.
    package init(_ title: String, _ members: [OptionDescription]) { (self.title, self.members) = (title, members) }

    /// The schema document.
    package var document: JSONValue {
        JSONSchema.document(
            title,
            .merged(
                OptionSchema.options(members),
                [
                    "$defs": .object([
                        .init(key: "parameter", value: PipelineFileSchema.parameter),
                        .init(key: "text", value: PipelineFileSchema.text),
                    ])
                ]))
    }
}
