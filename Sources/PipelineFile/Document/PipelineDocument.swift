package import StageKit

/// The contents of a pipeline file before names are resolved and options are parsed.
package struct PipelineDocument: Sendable {
    /// The value of `pipeline`.
    package var name: LocatedText?
    package var about: LocatedText?
    /// The stages in the order of the file, without the ones removed by `name: ~`.
    package var stages: [StageDefinition]
    /// The plugins that provide further stage kinds.
    package internal(set) var plugins: [LocatedText] = []
    /// The programs that receive the events of the run.
    package internal(set) var hooks: [HookDefinition] = []
    /// The names of hooks of the extended file to remove.
    var hookRemovals: [LocatedText] = []
    /// The value of `admin`; null if the file removes the one of the extended file.
    var admin: OptionNode?
    /// The location of the value of `admin`; nil without an admin listener.
    package var adminLocation: SourceLocation? { admin.flatMap { $0.isNull ? nil : $0.location } }
    var parameters: [ParameterDefinition] = []
    var extends: LocatedText?
    /// The location of the key `stages`.
    var stagesLocation: SourceLocation?
    /// Whether `stages` is missing or invalid, so that an empty list of stages is not reported again.
    var lacksStages = false
    /// Whether values may refer to parameters with `${name}`, as in files.
    var hasParameters = true
    /// The names of stages of the extended file to remove.
    var removals: [LocatedText] = []

    /// Creates a document with these stages.
    package init(name: LocatedText? = nil, about: LocatedText? = nil, stages: [StageDefinition] = []) {
        self.name = name
        self.about = about
        self.stages = stages
    }
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
