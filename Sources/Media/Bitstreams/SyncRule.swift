/// Verifies that decoding can start at the samples that the container marks as sync samples.
///
/// Containers also mark recovery points of H.264, which are no sync samples (ISO/IEC 14496-15 5.4.3): ``RecoveryRule``
/// finds them for the segmenter. Random access points of HEVC are sync samples (8.4.3); whether a segment may start
/// there depends on the pictures after them, which the segmenter examines.
package struct SyncRule: Sendable, Hashable {
    private let syntax: BitstreamSyntax

    /// The rule for a format; nil for codecs whose container flags are reliable.
    package init?(_ format: MediaFormat) {
        guard let syntax = BitstreamSyntax(format) else { return nil }
        self.syntax = syntax
    }

    init(_ syntax: BitstreamSyntax) { self.syntax = syntax }

    /// Returns whether decoding can start at this sample.
    package func isSyncSample(_ sample: ByteSlice) -> Bool {
        switch syntax {
        case .avc(let size): return AVCAccessUnit.isIDR(sample, nalLengthSize: size)
        case .hevc(let size):
            return BitstreamSyntax.hevc(lengthSize: size).randomAccessPicture(sample)?.isEntryPoint ?? false
        case .av1: return AV1TemporalUnit(sample).isRandomAccess
        case .vp8: return sample.withUnsafeBytes { $0.first.map { $0 & 1 == 0 } ?? false }
        case .vvc(let size):
            return VVCAccessUnit.firstSlice(sample, nalLengthSize: size).map { (7...9).contains($0) } ?? false
        case .vp9: return (try? VP9FrameHeader(sample).isKeyFrame) ?? false
        // usacIndependencyFlag, the first bit (ISO/IEC 23003-3 5.2).
        case .unifiedSpeechAndAudio: return sample.withUnsafeBytes { $0.first.map { $0 & 0x80 != 0 } ?? false }
        }
    }

    /// Returns the container's flags, without a wrong sync flag.
    package func flags(_ flags: SampleFlags, of sample: ByteSlice) -> SampleFlags {
        guard flags.isSync, !isSyncSample(sample) else { return flags }
        return flags.withoutSync
    }
}
