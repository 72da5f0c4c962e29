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
    /// Whether portions of the media can be processed independently, on several machines; the default is
    /// ``Distribution/whole``.
    var distribution: Distribution { get }
    /// Returns the stage for a portion of the media. The default implementation returns the stage unchanged.
    ///
    /// Called before the run of a task; for stages that require whole tracks, with a portion without limits. Sources must
    /// deliver the payloads for which ``MediaPortion/delivers(_:)`` is true, with the times that they have in a run of all
    /// media.
    func restricted(to portion: MediaPortion) throws -> Self
}

extension Stage {
    public var distribution: Distribution { .whole }
    public func restricted(to portion: MediaPortion) throws -> Self { self }
}
