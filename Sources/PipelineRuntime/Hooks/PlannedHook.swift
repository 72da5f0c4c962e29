/// A hook of a pipeline: sends events to another program.
public struct PlannedHook: Sendable {
    /// The name in the pipeline file.
    public package(set) var name: String
    public package(set) var options: HookOptions

    package init(name: String, options: HookOptions) {
        self.name = name
        self.options = options
    }
}
