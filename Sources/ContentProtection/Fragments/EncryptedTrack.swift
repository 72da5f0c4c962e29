/// The state of the encryption of one track between fragments.
struct EncryptedTrack: Sendable {
    var protection: TrackProtection
    var mapper: SampleMapper
    /// The vector of the next sample under `cenc`.
    var nextVector: InitializationVector
    /// The description of the key in each fragment; nil without one.
    var group: [UInt8]?

    /// Sets the vector of the sample after one with a number of protected bytes.
    mutating func advance(by protectedCount: Int) {
        guard protection.scheme == .cenc else { return }
        if protection.sampleVectorSize == 8 {
            nextVector.high &+= 1
        } else {
            nextVector = nextVector.advanced(by: UInt64((protectedCount + 15) / 16))
        }
    }
}
