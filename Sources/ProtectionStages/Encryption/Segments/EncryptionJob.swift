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

    /// Returns the encrypted segment, in separate memory. Throws if it cannot be decrypted again.
    func run(memory: some MemorySource) throws(ProtectionError) -> Segment {
        switch work {
        case .samples(let prepared): try result(prepared.encrypted(memory: memory))
        case .whole(let cipher, let vector):
            try result(ByteRope(cipher.encrypt([(segment.data, vector)], memory: memory)[0]))
        }
    }

    /// Returns the segment with its encrypted bytes. Throws if they cannot be decrypted again.
    func result(_ encrypted: ByteRope) throws(ProtectionError) -> Segment {
        var result = segment
        result.data = encrypted
        if case .samples(let prepared) = work { result.report = segment.report.relocated(by: prepared.relocation) }
        try verification?.verify(encrypted, clear: segment.data)
        return result
    }
}
