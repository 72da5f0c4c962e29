/// One step of a pipeline. Created from its options without side effects, then run by the runtime.
public protocol Stage: Sendable {
    /// The options of the stage.
    associatedtype Options: StageOptions
    /// The kind, which pipeline files refer to, in the form `family.name`.
    static var kind: String { get }
    /// The summary, in one sentence.
    static var abstract: String { get }
    /// Creates the stage without side effects. Throws when options contradict each other.
    init(options: Options) throws
}
