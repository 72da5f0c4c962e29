package import StageKit

/// A text and its location in a file.
package struct LocatedText: Sendable, Hashable, ExpressibleByStringLiteral {
    package var text: String
    package var location: SourceLocation?

    /// Creates a located text; the location is nil for text that is not from a file.
    package init(_ text: String, at location: SourceLocation? = nil) {
        self.text = text
        self.location = location
    }

    /// Creates a text that is not from a file.
    package init(stringLiteral value: String) { self.init(value) }
}

/// One stage as declared in a pipeline file or on a command line.
package struct StageDefinition: Sendable, Hashable {
    package var name: LocatedText
    /// The value of `use`; nil when the key is missing.
    package var kind: LocatedText?
    /// The values of `from`, in order.
    package var inputs: [LocatedText]
    /// The location of the value of `from`; nil when the key is missing.
    package var fromLocation: SourceLocation?
    /// The entries of `with`.
    package var options: [OptionNode.Entry]
    /// The value of `on-error`; nil when the key is missing.
    package var onError: LocatedText?
    /// Whether part of `from` is invalid, so that `inputs` is incomplete.
    var hasBrokenInputs = false

    /// Creates a stage definition from its kind, inputs and options.
    package init(
        _ name: LocatedText, use kind: LocatedText?, from inputs: [LocatedText] = [],
        with options: [OptionNode.Entry] = []
    ) {
        self.name = name
        self.kind = kind
        self.inputs = inputs
        self.options = options
    }
}

/// The contents of a pipeline file before names are resolved and options are parsed.
package struct PipelineDocument: Sendable {
    /// The value of `pipeline`.
    package var name: LocatedText?
    package var about: LocatedText?
    /// The stages in the order of the file, without the ones removed by `name: ~`.
    package var stages: [StageDefinition]
    /// The plugins that provide further stage kinds.
    var plugins: [LocatedText] = []
    var parameters: [ParameterDefinition] = []
    var extends: LocatedText?
    /// The location of the key `stages`.
    var stagesLocation: SourceLocation?
    /// Whether `stages` is missing or invalid, so that an empty list of stages is not reported again.
    var lacksStages = false
    /// The names of stages of the extended file to remove.
    var removals: [LocatedText] = []

    /// Creates a document with these stages.
    package init(name: LocatedText? = nil, about: LocatedText? = nil, stages: [StageDefinition] = []) {
        self.name = name
        self.about = about
        self.stages = stages
    }
}

/// A parameter and its default value.
struct ParameterDefinition: Sendable, Hashable {
    var name: LocatedText
    /// The default value; nil when the parameter has to be set.
    var defaultValue: String?
}

extension OptionNode {
    /// Whether the value is null: empty, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, false) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The form of the value for error messages.
    var form: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a single value"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
