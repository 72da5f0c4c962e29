import Media

/// Recognizes samples that were decrypted with a wrong key, by the syntax of their codec.
struct DecryptedSampleCheck: Sendable {
    private enum Syntax {
        /// The first three bits are an element of AAC or ALAC; the allowed ones.
        case element(Set<UInt8>)
        /// The first two bytes under a mask.
        case syncWord(UInt16, mask: UInt16)
        /// Units that cannot contain certain byte sequences.
        case units
    }

    private let syntax: Syntax
    private(set) var sampleCount = 0
    private(set) var faultCount = 0

    /// Returns nil for formats whose samples have no such syntax.
    init?(_ format: MediaFormat?) {
        switch format {
        case .codedAudio(let audio)?:
            switch "\(audio.configuration.sampleEntryCode)" {
            // Single, pair, low-frequency, data stream and fill elements (ISO/IEC 14496-3 4.4.2.1).
            case "mp4a": syntax = .element([0, 1, 3, 4, 6])
            case "alac": syntax = .element([0, 1, 3])
            case "ac-3", "ec-3": syntax = .syncWord(0x0b77, mask: 0xffff)
            case "fLaC": syntax = .syncWord(0xfff8, mask: 0xfffe)
            default: return nil
            }
        case .codedVideo?:
            guard format.flatMap(BitstreamSyntax.init)?.nalLengthSize != nil else { return nil }
            syntax = .units
        default: return nil
        }
    }

    /// Examines a decrypted sample with the ranges that were encrypted.
    mutating func process(_ sample: UnsafeRawBufferPointer, _ entry: SampleProtection) {
        guard sample.count >= 16 else { return }
        sampleCount += 1
        switch syntax {
        case .element(let allowed): if !allowed.contains(sample[0] >> 5) { faultCount += 1 }
        case .syncWord(let word, let mask):
            if (UInt16(sample[0]) << 8 | UInt16(sample[1])) & mask != word { faultCount += 1 }
        case .units:
            var offset = 0
            for subsample in entry.subsamples {
                offset += subsample.clear
                guard offset + subsample.protected <= sample.count else { return }
                if Self.hasStartCode(sample[offset..<offset + subsample.protected]) {
                    faultCount += 1
                    return
                }
                offset += subsample.protected
            }
        }
    }

    /// Whether bytes contain 00 00 01 or 00 00 02, which NAL units escape (ISO/IEC 14496-10 7.4.1).
    private static func hasStartCode(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte == 1 || byte == 2 { return true }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return false
    }

    /// Whether the samples were probably decrypted with a wrong key: random bits are valid elements in five of eight
    /// cases.
    var isWrong: Bool {
        if case .units = syntax { return faultCount > 0 }
        return sampleCount >= 8 && faultCount * 5 >= sampleCount
    }
}
