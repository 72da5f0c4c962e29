package import HTTPClient

/// How a session downloads: patience, room, and where time and chance come from.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    /// The settings of each request.
    package var requests = FetchSettings()
    /// Requests of one task at a time.
    package var connections: Int

    package init(connections: Int = 6) { self.connections = connections }
}
