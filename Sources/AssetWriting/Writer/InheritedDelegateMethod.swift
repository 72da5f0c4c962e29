/// The result type of a delegate method that the type does not implement.
///
/// Each default implementation exists only if the type implements the other method with result type `Void`.
public struct InheritedDelegateMethod: Sendable {}
