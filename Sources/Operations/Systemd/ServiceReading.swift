/// The state of a process as its service manager sees it.
package struct ServiceReading: Sendable {
    /// Whether players can play, or everything that prevents it has been reported.
    package var isReady: Bool
    /// The state in one line.
    package var text: String
    /// Whether the output is being finished.
    package var isEnding = false
    package var hasEnded = false
}
