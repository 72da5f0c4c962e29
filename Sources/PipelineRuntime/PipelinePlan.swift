package import StageKit

/// The stages of a run, in the order of flow, and their connections.
public struct PipelinePlan: Sendable {
    public package(set) var name: String
    /// The description in the pipeline file.
    public package(set) var about: String?
    /// The stages; every stage reads only from stages before it.
    public package(set) var stages: [PlannedStage]
    /// The programs that receive the events of the run.
    public package(set) var hooks: [PlannedHook] = []
    /// The admin listener of a program that runs only this pipeline; nil if the file declares none.
    package var admin: AdminOptions?
    /// Masks the secrets among the options.
    package var redactor = Redactor()
    /// The parameters that are set by environment variables, each with the name of its variable.
    package var environment: [String] = []

    package init(name: String, about: String? = nil, stages: [PlannedStage]) {
        self.name = name
        self.about = about
        self.stages = stages
    }
}
