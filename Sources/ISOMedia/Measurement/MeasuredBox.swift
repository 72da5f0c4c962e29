package import Media

/// Where a box of the top level lies.
package struct MeasuredBox: Sendable, Hashable {
    package var type: FourCC
    /// In the resource, in bytes.
    package var offset: Int
    /// What it says that it has, header included.
    package var size: Int
    /// Whether the bytes end before it does.
    package var isCutOff: Bool
}

/// The limits that keep hostile segments from costing more than their size.
package enum MeasurementLimits {
    /// Boxes at the top level of a segment.
    package static let boxes = 65_536
    /// Samples of a segment, all tracks together.
    package static let samples = 1 << 22
    /// Sample descriptions of a track.
    package static let descriptions = 64
    /// Event messages, producer reference times and segment indexes that are kept.
    package static let messages = 256
}
