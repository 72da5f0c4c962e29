/// Measurements of one `traf` box.
package struct TrackFragmentMeasurement: Sendable, Hashable {
    package let trackID: UInt32
    /// The offset in the resource.
    package let offset: Int
    /// The flags of `tfhd`, ISO/IEC 14496-12 8.8.7.
    package let headerFlags: UInt32
    /// The index of the sample description of its samples, from 1.
    package internal(set) var descriptionIndex = 1
    /// The version of `tfdt`; nil without this box.
    package let decodeTimeVersion: UInt8?
    package let decodeTime: Int64?
    package internal(set) var runCount = 0
    package internal(set) var sampleCount = 0
    /// Whether all runs have data offsets.
    package internal(set) var hasDataOffsets = true
    /// The lowest and the highest version of the runs.
    package internal(set) var lowestRunVersion = UInt8.max
    package internal(set) var highestRunVersion: UInt8 = 0
    /// Whether a composition offset is negative as a signed 32-bit number.
    package internal(set) var hasNegativeOffsets = false
    /// Whether the presentation times of samples differ from their decode times.
    package internal(set) var hasCompositionOffsets = false
    /// Whether encryption is described by `senc`, or by `saiz` and `saio`.
    package internal(set) var hasSampleEncryption = false
    /// Whether the first sample is a sync sample according to its flags.
    package internal(set) var beginsWithSync = false

    /// `default-base-is-moof`.
    package var hasDefaultBase: Bool { headerFlags & TrackFragmentHeaderBox.hasDefaultBase != 0 }
    /// Whether data offsets are relative to an explicit position (base-data-offset).
    package var hasBaseOffset: Bool { headerFlags & TrackFragmentHeaderBox.hasBaseOffset != 0 }
}
