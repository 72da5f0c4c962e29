import Media

/// What was measured of one `moof` box.
package struct FragmentMeasurement: Sendable, Hashable {
    /// Where it begins in the resource.
    package let offset: Int
    package let size: Int
    /// Nil without an `mfhd` box.
    package let sequenceNumber: UInt32?
    package internal(set) var tracks: [TrackFragmentMeasurement] = []
}

/// What was measured of one `traf` box.
package struct TrackFragmentMeasurement: Sendable, Hashable {
    package let trackID: UInt32
    /// Where it begins in the resource.
    package let offset: Int
    /// The flags of `tfhd`, ISO/IEC 14496-12 8.8.7.
    package let headerFlags: UInt32
    /// The sample description of its samples, from 1.
    package internal(set) var descriptionIndex = 1
    /// The version of `tfdt`; nil without one.
    package let decodeTimeVersion: UInt8?
    package let decodeTime: Int64?
    package internal(set) var runCount = 0
    package internal(set) var sampleCount = 0
    /// Whether every run says where its samples are.
    package internal(set) var hasDataOffsets = true
    /// The versions of the runs, lowest and highest.
    package internal(set) var lowestRunVersion = UInt8.max
    package internal(set) var highestRunVersion: UInt8 = 0
    /// Whether a composition offset is below zero as 32 bits with a sign.
    package internal(set) var hasNegativeOffsets = false
    /// Whether samples have times of presentation other than of decoding.
    package internal(set) var hasCompositionOffsets = false
    /// Whether encryption is described: `senc`, or `saiz` with `saio`.
    package internal(set) var hasSampleEncryption = false
    /// Whether the bitstream's first sample is a sync sample by its flags.
    package internal(set) var beginsWithSync = false

    /// `default-base-is-moof`.
    package var hasDefaultBase: Bool { headerFlags & 0x02_0000 != 0 }
    /// Whether data offsets count from a position that the fragment names.
    package var hasBaseOffset: Bool { headerFlags & 1 != 0 }
}
