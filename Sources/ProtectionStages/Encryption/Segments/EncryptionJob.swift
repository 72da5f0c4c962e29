import ContentProtection
import Media

/// The encryption of one segment, independent of others.
struct EncryptionJob: Sendable {
    enum Work: Sendable {
        /// The encryption of samples.
        case samples(PreparedSegment)
        /// The encryption of the whole segment.
        case whole(SegmentCipher, InitializationVector)
    }

    /// The clear segment with the properties of the encrypted one.
    var segment: Segment
    var work: Work
    /// The decryption with which the result is verified; nil for segments that are not verified.
    var verification: EncryptionVerification?

    /// The places at which encryption adds bytes.
    var relocation: ByteRelocation {
        if case .samples(let prepared) = work { prepared.relocation } else { ByteRelocation() }
    }

    /// Returns the encrypted segment. Throws if it cannot be decrypted again.
    func run() throws(ProtectionError) -> Segment {
        var result = segment
        switch work {
        case .samples(let prepared):
            result.data = prepared.encrypted()
            result.report = segment.report.relocated(by: prepared.relocation)
        case .whole(let cipher, let vector):
            result.data = ByteRope(cipher.encrypt(segment.data, vector))
        }
        try verification?.verify(result.data, clear: segment.data)
        return result
    }
}
