/// The possibility to start decoding at a sample according to its bitstream, regardless of the container.
package enum EntryPoint: Sendable, Hashable {
    /// Nothing from here on refers to earlier samples: IDR, key frame after a sequence header.
    case closed
    /// An HEVC CRA picture: pictures that lead it in presentation order may refer to earlier ones.
    case open
    /// An I picture of H.264 that starts an open GOP: no sync sample, and pictures that lead it in presentation order may
    /// refer to earlier ones.
    case recovery
    /// BLA pictures of HEVC and reserved types.
    case broken
    /// Decoding cannot start here.
    case none
}

extension BitstreamSyntax {
    /// Returns the type of entry point of a sample.
    package func entryPoint(_ sample: ByteSlice) -> EntryPoint {
        switch self {
        case .avc(let size):
            if AVCAccessUnit.isIDR(sample, nalLengthSize: size) { return .closed }
            return recoveryPoint(sample)?.isGradual == false ? .recovery : .none
        case .hevc(let size):
            switch HEVCAccessUnit.pictureKind(sample, nalLengthSize: size) {
            case .instantaneousRefresh: return .closed
            case .cleanRandomAccess: return .open
            case .otherRandomAccess: return .broken
            case .leading, .trailing, nil: return .none
            }
        case .vvc(let size):
            switch VVCAccessUnit.firstSlice(sample, nalLengthSize: size) {
            case 7, 8: return .closed
            case 9: return .open
            default: return .none
            }
        case .av1, .vp8, .vp9, .unifiedSpeechAndAudio:
            return SyncRule(self).isSyncSample(sample) ? .closed : .none
        }
    }

    /// Returns whether a sample is skipped when decoding starts at the random access point before it (RASL pictures of
    /// HEVC).
    package func isSkippedLeading(_ sample: ByteSlice) -> Bool {
        guard case .hevc(let size) = self else { return false }
        return sample.withUnsafeBytes { buffer in
            for unit in NALUnitSequence(buffer, lengthSize: size) where unit[0] >> 1 & 0x3f <= 31 {
                return unit[0] >> 1 & 0x3f == 8 || unit[0] >> 1 & 0x3f == 9
            }
            return false
        }
    }

    /// Returns whether a sample contains parameter sets.
    package func hasParameterSets(_ sample: ByteSlice) -> Bool {
        sample.withUnsafeBytes { buffer in
            switch self {
            case .avc(let size):
                return NALUnitSequence(buffer, lengthSize: size).prefix(16).contains { [7, 8].contains($0[0] & 0x1f) }
            case .hevc(let size):
                return NALUnitSequence(buffer, lengthSize: size).prefix(16)
                    .contains { (32...34).contains($0[0] >> 1 & 0x3f) }
            case .vvc(let size):
                return NALUnitSequence(buffer, lengthSize: size).prefix(16)
                    .contains { $0.count >= 2 && (14...16).contains($0[1] >> 3) }
            case .av1, .vp8, .vp9, .unifiedSpeechAndAudio: return false
            }
        }
    }
}
