package import PipelineRuntime

/// An event that observers receive through a bounded buffer.
package protocol ObservedEvent: Sendable {
    /// The event that replaces discarded ones.
    static func missed(_ count: Int) -> Self
    /// Whether no event follows.
    var isLast: Bool { get }
}

extension PipelineEvent: ObservedEvent {
    package var isLast: Bool { if case .ended = self { true } else { false } }
}
