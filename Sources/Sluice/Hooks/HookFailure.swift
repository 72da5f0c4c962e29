/// The reason why an event was not delivered.
struct HookFailure: Error, Hashable {
    var message: String
    /// Whether the call may succeed later.
    var isTemporary = true
    /// The time that the recipient asks to wait, in seconds.
    var retryAfter: Double?
}
