/// An initialized stage of any role.
public enum AnyStage: Sendable {
    case source(any Source)
    case transform(any Transform)
    case processor(any Processor)
    case sink(any Sink)
}
