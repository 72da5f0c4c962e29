/// A delegate that is not retained.
// Safe because the delegate is used only on the queue that the program has chosen for it.
struct SampleBufferDelegateReference: @unchecked Sendable {
    weak var object: AnyObject?
}
