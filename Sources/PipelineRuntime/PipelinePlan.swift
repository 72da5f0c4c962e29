package import StageKit

/// What a run will do: stages in the order of flow and how they are joined.
package struct PipelinePlan: Sendable {
    package var name: String
    package var about: String?
    /// Every stage reads only from stages before it.
    package var stages: [PlannedStage]
    /// Masks the secrets of its options.
    package var redactor = Redactor()
    /// The parameters that came from the environment, each with its variable.
    package var environment: [String] = []

    package init(name: String, about: String? = nil, stages: [PlannedStage]) {
        self.name = name
        self.about = about
        self.stages = stages
    }
}

/// One stage of a plan, made and ready to run.
package struct PlannedStage: Sendable {
    /// Its name in the pipeline file.
    package var name: String
    package var description: StageDescription
    package var stage: AnyStage
    /// The names of the stages it reads from.
    package var inputs: [String]
    /// What it was told, without places in the file; what tells whether two are the same.
    package var options: [OptionNode.Entry]
    /// What becomes of the run when it throws.
    package var onError = ErrorPolicy.fail
    /// Why it is there where the file does not name it, in words.
    package var reason: String?

    package init(
        name: String, description: StageDescription, stage: AnyStage, inputs: [String],
        options: [OptionNode.Entry] = [], onError: ErrorPolicy = .fail
    ) {
        self.name = name
        self.description = description
        self.stage = stage
        self.inputs = inputs
        self.options = options.normalized
        self.onError = onError
    }
}
