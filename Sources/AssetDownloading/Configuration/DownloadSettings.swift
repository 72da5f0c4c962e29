package import HTTPClient

/// The settings of a session: limits and retries.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    /// The settings of each request.
    package var requests = FetchSettings()
    /// Simultaneous requests of one task.
    package var connections: Int

    package init(connections: Int = 6) { self.connections = connections }
}
