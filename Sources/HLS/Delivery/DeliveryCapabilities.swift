/// The capabilities of a server that determine the delivery tags in its playlists (RFC 8216bis 6.2.5 and 6.2.6).
package struct DeliveryCapabilities: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Requests for playlists and hinted resources that are not yet published are held: CAN-BLOCK-RELOAD and
    /// EXT-X-PRELOAD-HINT.
    package static let blockingReload = DeliveryCapabilities(rawValue: 1 << 0)
    /// Playlists are available as delta updates: CAN-SKIP-UNTIL and CAN-SKIP-DATERANGES.
    package static let deltaUpdates = DeliveryCapabilities(rawValue: 1 << 1)
    /// Every state of every playlist is served, in the order of publication: EXT-X-RENDITION-REPORT.
    package static let renditionReports = DeliveryCapabilities(rawValue: 1 << 2)

    /// A store of files that skips states of playlists if it is slow.
    package static let remoteStore: DeliveryCapabilities = []
    /// A folder that a web server delivers unchanged.
    package static let folder: DeliveryCapabilities = [.renditionReports]
    /// A server for Low-Latency HLS.
    package static let origin: DeliveryCapabilities = [.blockingReload, .deltaUpdates, .renditionReports]
}
