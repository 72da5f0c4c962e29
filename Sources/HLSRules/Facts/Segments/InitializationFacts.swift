import HLS
package import ISOMedia
import Media

/// The measurements of an initialization section.
package struct InitializationFacts: Sendable {
    /// The name of the file in findings.
    package var file: String
    /// An identifier that is equal for sections with equal bytes within one media playlist.
    package var identity: Int
    package var measurement: InitializationMeasurement
    /// The contradictions between the first sample and the configuration, as one sentence each, by track_ID.
    package var contradictions: [UInt32: String] = [:]

    package init(file: String, identity: Int, measurement: InitializationMeasurement) {
        self.file = file
        self.identity = identity
        self.measurement = measurement
    }
}
