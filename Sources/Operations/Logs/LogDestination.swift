/// A destination of log events.
package protocol LogDestination: Sendable {
    /// Writes an event. Called by one thread at a time, which may wait.
    func write(_ event: LogEvent)
}
