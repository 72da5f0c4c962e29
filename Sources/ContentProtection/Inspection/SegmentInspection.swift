package import ISOMedia
package import Media

/// The encryption of the samples of a segment.
package struct SegmentInspection: Sendable {
    /// The maximum number of faults of each kind.
    static let maximumFaults = 16

    package private(set) var faults: [EncryptionFault] = []
    /// The keys of the samples.
    package internal(set) var keyIDs: Set<KeyIdentifier> = []
    /// The keys that were not available.
    package internal(set) var missingKeys: Set<KeyIdentifier> = []
    /// The segment with clear samples at the same offsets; nil without all keys.
    package internal(set) var clear: ByteSlice?
    /// The first counter of each key under `cenc`.
    package internal(set) var firstCounters: [KeyIdentifier: InitializationVector] = [:]
    /// The reason why the segment could not be examined; nil if it was.
    package internal(set) var failure: String?

    mutating func add(_ fault: EncryptionFault) {
        if faults.count(where: { $0.kind == fault.kind }) < Self.maximumFaults { faults.append(fault) }
    }
}
