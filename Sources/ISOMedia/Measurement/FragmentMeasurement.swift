/// Measurements of one `moof` box.
package struct FragmentMeasurement: Sendable, Hashable {
    /// The offset in the resource.
    package let offset: Int
    package let size: Int
    /// nil without an `mfhd` box.
    package let sequenceNumber: UInt32?
    package internal(set) var tracks: [TrackFragmentMeasurement] = []
}
