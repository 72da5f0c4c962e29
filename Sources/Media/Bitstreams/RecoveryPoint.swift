/// A random access point of H.264 that is not an IDR picture (ITU-T H.264 D.2.8).
///
/// Decoding that starts there gives the pictures of the stream from the recovery point on, in presentation order. It is no
/// sync sample, because only IDR pictures are sync samples of H.264 (ISO/IEC 14496-15 5.4.3).
package struct RecoveryPoint: Sendable, Hashable {
    /// The first picture of an open GOP: an I picture. Pictures that lead it in presentation order may refer to earlier
    /// ones.
    package static let immediate = RecoveryPoint(frameCount: 0)
    /// The start of a gradual refresh: pictures are those of the stream from the picture on whose `frame_num` is higher by
    /// `frameCount`.
    package static func gradual(frameCount: Int) -> RecoveryPoint { RecoveryPoint(frameCount: frameCount) }

    /// The increase of `frame_num` up to the first picture that is that of the stream (`recovery_frame_cnt`).
    package var frameCount: Int
    /// Whether the pictures are exactly those of the stream (`exact_match_flag`); otherwise they are approximately those.
    package var isExact = true
    /// Whether the stream was joined here, so that pictures that lead the point are damaged however decoding started
    /// (`broken_link_flag`).
    package var isBrokenLink = false

    /// Whether it starts a gradual refresh.
    package var isGradual: Bool { frameCount > 0 }
}

extension BitstreamSyntax {
    /// The maximum number of bytes of supplemental information that are searched in a unit.
    private static let messageLimit = 1024

    /// Returns the recovery point at a sample; nil for IDR pictures, and for codecs other than H.264.
    package func recoveryPoint(_ sample: ByteSlice) -> RecoveryPoint? {
        guard case .avc(let size) = self else { return nil }
        return sample.withUnsafeBytes { buffer in
            var found: RecoveryPoint?
            for unit in NALUnitSequence(buffer, lengthSize: size) {
                switch unit[0] & 0x1f {
                case 6: found = found ?? Self.recoveryPoint(inMessages: unit)
                // A point without refresh that is not an I picture refers to earlier pictures, whatever the message says.
                case 1, 2: return found?.isGradual == false && !Self.isIntra(unit) ? nil : found
                case 3...5: return nil
                default: break
                }
            }
            return nil
        }
    }

    private static func recoveryPoint(inMessages unit: UnsafeRawBufferPointer) -> RecoveryPoint? {
        var found: RecoveryPoint?
        SupplementalMessage.read(unit.dropFirst().prefix(messageLimit)) { type, content in
            guard type == 6, found == nil else { return }
            var reader = BitReader(Array(content))
            // The count is below MaxFrameNum, which has at most 16 bits.
            guard let count = try? reader.unsignedExpGolomb(), count < 1 << 16, let isExact = try? reader.flag(),
                let isBrokenLink = try? reader.flag()
            else { return }
            found = RecoveryPoint(frameCount: Int(count), isExact: isExact, isBrokenLink: isBrokenLink)
        }
        return found
    }

    /// Whether a slice refers to no other picture: slice_type I or SI (table 7-6).
    private static func isIntra(_ slice: UnsafeRawBufferPointer) -> Bool {
        var reader = NALBitReader(slice, from: 1)
        guard (try? reader.unsignedExpGolomb()) != nil, let type = try? reader.unsignedExpGolomb() else { return false }
        return [2, 4, 7, 9].contains(type)
    }

    /// Whether other H.264 pictures refer to a sample: `frame_num` increases after it.
    private func isReference(_ sample: ByteSlice) -> Bool {
        guard case .avc(let size) = self else { return false }
        return sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: size) where (1...5).contains(unit[0] & 0x1f) {
                return unit[0] & 0x60 != 0
            }
            return false
        }
    }

    /// Returns the number of samples after a gradual recovery point up to the first exact one, both in decode order; nil
    /// if the samples, which start at the point, end before.
    package func recoveryDistance(_ frameCount: Int, in samples: some Sequence<ByteSlice>) -> Int? {
        var left = frameCount
        for (index, sample) in samples.enumerated() {
            if left == 0 { return index }
            if isReference(sample) { left -= 1 }
        }
        return nil
    }
}

// Marks of samples on the way to segments. ISO/IEC 14496-12 reserves the bits, so that they are never read or written.
extension SampleFlags {
    private static let immediateRecovery: UInt32 = 0x1000_0000
    private static let gradualRecovery: UInt32 = 0x2000_0000
    private static let reserved: UInt32 = 0xf000_0000
    /// `sample_depends_on` of a sample that depends on no other sample.
    private static let independent: UInt32 = 0x0200_0000

    /// Whether the sample was marked as a recovery point.
    package var isRecoveryPoint: Bool { rawValue & (Self.immediateRecovery | Self.gradualRecovery) != 0 }
    /// Whether the sample was marked as the start of a gradual refresh.
    package var isGradualRecovery: Bool { rawValue & Self.gradualRecovery != 0 }
    /// Whether the sample is an I picture at which decoding can start: a sync sample, or the start of an open GOP.
    package var isIntraPoint: Bool { isSync || rawValue & Self.immediateRecovery != 0 }
    /// Whether decoding can start at the sample: a sync sample, or a marked recovery point.
    package var isEntryPoint: Bool { isSync || isRecoveryPoint }

    /// The flags as files contain them: without marks.
    package var stored: SampleFlags { SampleFlags(rawValue: rawValue & ~Self.reserved) }

    /// Returns the flags of a sample that is this recovery point, and of one that is none.
    package func marked(_ point: RecoveryPoint?) -> SampleFlags {
        guard let point else { return stored }
        let flags = withoutSync.stored.rawValue
        return SampleFlags(
            rawValue: point.isGradual
                ? flags | Self.gradualRecovery : flags & ~(3 << 24) | Self.independent | Self.immediateRecovery)
    }
}
