/// A block that is called whenever its input is ready.
struct MediaRequest: Sendable {
    let id: UInt64
    let notify: @Sendable () -> Void
    var isRunning = false
    /// Whether readiness may have changed while the block ran.
    var needsAnotherRun = false
}
