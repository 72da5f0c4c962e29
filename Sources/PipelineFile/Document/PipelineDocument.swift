package import StageKit

/// A word and where it stands.
package struct LocatedText: Sendable, Hashable, ExpressibleByStringLiteral {
    package var text: String
    package var location: SourceLocation?

    /// A word at a place; nil for words that are in no file.
    package init(_ text: String, at location: SourceLocation? = nil) {
        self.text = text
        self.location = location
    }

    /// A word that is in no file.
    package init(stringLiteral value: String) { self.init(value) }
}

/// One stage as a pipeline file or a command line describes it.
package struct StageDefinition: Sendable, Hashable {
    package var name: LocatedText
    /// What `use` says; nil when it is missing.
    package var kind: LocatedText?
    /// What `from` says, in its order.
    package var inputs: [LocatedText]
    /// Where the value of `from` stands; nil when there is none.
    package var fromLocation: SourceLocation?
    /// What `with` says.
    package var options: [OptionNode.Entry]
    /// What `on-error` says; nil when it is missing.
    package var onError: LocatedText?
    /// Whether something of `from` could not be read, so that `inputs` is not the whole of it.
    var hasBrokenInputs = false

    /// A stage that reads from others, with these options.
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

/// What a pipeline file says, before its words are looked up.
package struct PipelineDocument: Sendable {
    /// What `pipeline` says.
    package var name: LocatedText?
    package var about: LocatedText?
    /// The stages in the order of the file; what extends another file says which go away.
    package var stages: [StageDefinition]
    /// The plugins whose kinds the stages may be of.
    var plugins: [LocatedText] = []
    var parameters: [ParameterDefinition] = []
    var extends: LocatedText?
    /// Where the key `stages` stands.
    var stagesLocation: SourceLocation?
    /// Whether the stages could not be read, so that their absence says nothing.
    var lacksStages = false
    /// Stages of the extended file that are taken away.
    var removals: [LocatedText] = []

    /// A document of these stages.
    package init(name: LocatedText? = nil, about: LocatedText? = nil, stages: [StageDefinition] = []) {
        self.name = name
        self.about = about
        self.stages = stages
    }
}

/// One parameter and its default.
struct ParameterDefinition: Sendable, Hashable {
    var name: LocatedText
    /// Nil when the parameter has to be set.
    var defaultValue: String?
}

extension OptionNode {
    /// Whether the file says nothing here, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, false) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// What the value is, in the user's words.
    var form: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a single value"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
