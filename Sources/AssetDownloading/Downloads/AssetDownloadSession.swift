public import Foundation
import HTTPClient

/// Makes download tasks and runs them over connections that they share.
public final class AssetDownloadSession: Sendable {
    /// How a session downloads.
    public struct Configuration: Sendable {
        /// Connections to one host at a time, from 1 to 64.
        public var connectionsPerHost = 6
        /// Connections of all tasks together, from 1 to 256.
        public var connections = 24

        public init() {}
    }

    let engine: FetchEngine
    let settings: DownloadSettings
    let delegate: (any AssetDownloadDelegate)?

    /// A session whose delegate, if there is one, is told of what its tasks do.
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

    /// A task that downloads into a folder; it begins when it is resumed.
    ///
    /// A folder that an earlier task did not finish is gone on with.
    public func makeAssetDownloadTask(
        downloadConfiguration: AssetDownloadConfiguration, to folder: URL
    ) -> AssetDownloadTask {
        AssetDownloadTask(self, downloadConfiguration, folder: folder.path(percentEncoded: false))
    }

    /// What a task would fetch, without fetching any media and without writing anything.
    public func plan(
        for downloadConfiguration: AssetDownloadConfiguration
    ) async throws(AssetDownloadError) -> AssetDownloadPlan {
        let run = DownloadRun(downloadConfiguration, engine: engine, store: nil, settings: settings)
        return AssetDownloadPlan(try await run.plan())
    }
}

/// Is told of what download tasks do; every call has an empty default.
public protocol AssetDownloadDelegate: Sendable {
    /// A task has more of its download.
    func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress)
    /// A task has finished: its folder plays.
    func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload)
    /// A task has ended without finishing.
    func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError)
}

extension AssetDownloadDelegate {
    public func assetDownloadTask(_ task: AssetDownloadTask, didProgress progress: AssetDownloadProgress) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didFinish download: AssetDownload) {}
    public func assetDownloadTask(_ task: AssetDownloadTask, didFailWith error: AssetDownloadError) {}
}
