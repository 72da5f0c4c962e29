public import Foundation
import HTTPClient

/// Creates download tasks and runs them with shared connections.
public final class AssetDownloadSession: Sendable {
    /// The configuration of a session.
    public struct Configuration: Sendable {
        /// Simultaneous connections to one host, from 1 to 64.
        public var connectionsPerHost = 6
        /// Simultaneous connections of all tasks, from 1 to 256.
        public var connections = 24

        public init() {}
    }

    let engine: FetchEngine
    let settings: DownloadSettings
    let delegate: (any AssetDownloadDelegate)?

    /// Creates a session whose optional delegate is notified of the progress of its tasks.
    public convenience init(
        configuration: Configuration = Configuration(), assetDownloadDelegate: (any AssetDownloadDelegate)? = nil
    ) {
        let perHost = min(max(configuration.connectionsPerHost, 1), 64)
        self.init(
            settings: DownloadSettings(connections: perHost), connections: min(max(configuration.connections, 1), 256),
            delegate: assetDownloadDelegate)
    }

    package init(
        settings: DownloadSettings, connections: Int = 24, delegate: (any AssetDownloadDelegate)? = nil
    ) {
        engine = FetchEngine(connectionsPerHost: settings.connections, connections: connections)
        self.settings = settings
        self.delegate = delegate
    }

    /// Creates a task that downloads into a folder; it starts when it is resumed.
    ///
    /// A folder with an unfinished download is completed.
    public func makeAssetDownloadTask(
        downloadConfiguration: AssetDownloadConfiguration, to folder: URL
    ) -> AssetDownloadTask {
        AssetDownloadTask(self, downloadConfiguration, folder: folder.path(percentEncoded: false))
    }

    /// Returns the resources that a task would fetch, without fetching media or writing files.
    public func plan(
        for downloadConfiguration: AssetDownloadConfiguration
    ) async throws(AssetDownloadError) -> AssetDownloadPlan {
        let run = DownloadRun(downloadConfiguration, engine: engine, store: nil, settings: settings)
        return AssetDownloadPlan(try await run.plan())
    }
}
