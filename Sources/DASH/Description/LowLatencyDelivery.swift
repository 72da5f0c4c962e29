package import Media

/// The delivery of segments in chunks while they are made (ISO/IEC 23009-1 5.3.9.5.3, DASH-IF low-latency live).
package struct LowLatencyDelivery: Sendable, Hashable {
    /// The distance from the capture of media to its presentation that players aim for.
    package var targetLatency: MediaTime
    /// The time at which media time zero was captured, as `xs:dateTime`.
    package var captureStart: String
    /// The URL of a time server, with which `captureStart` agrees; nil if it is not known.
    package var timeServer: String?

    package init(targetLatency: MediaTime, captureStart: String, timeServer: String?) {
        self.targetLatency = targetLatency
        self.captureStart = captureStart
        self.timeServer = timeServer
    }

    /// The lowest and highest latency at which players do not change their speed, in milliseconds.
    var limits: ClosedRange<Int> { (milliseconds * 3 / 4)...(milliseconds * 2) }
    var milliseconds: Int { Int(targetLatency.ticks(at: 1000)) }
}
