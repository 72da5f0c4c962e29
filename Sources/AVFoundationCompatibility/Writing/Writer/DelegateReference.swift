/// A weak reference to the delegate of a program.
final class DelegateReference: Sendable {
    // Safe because it is set once, and the delegate's own state is used by one call at a time.
    nonisolated(unsafe) private(set) weak var delegate: (any AVAssetWriterDelegate)?

    init(_ delegate: any AVAssetWriterDelegate) { self.delegate = delegate }
}
