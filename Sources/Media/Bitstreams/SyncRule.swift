/// Whether decoding can really begin at a sample that its container calls a sync sample.
///
/// Containers mark pictures from which decoding gets right after a while, such as H.264's recovery points: pictures that
/// follow may refer to what came before. HEVC's random access points are sync samples (ISO/IEC 14496-15); whether a
/// segment may begin there, the pictures behind them decide, which the segmenter looks at.
package struct SyncRule: Sendable, Hashable {
    private let syntax: BitstreamSyntax

    /// The rule for a format; nil for codecs whose containers are to be believed.
    package init?(_ format: MediaFormat) {
        guard let syntax = BitstreamSyntax(format) else { return nil }
        self.syntax = syntax
    }

    init(_ syntax: BitstreamSyntax) { self.syntax = syntax }

    /// Whether decoding can begin at this sample.
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

    /// The container's flags, without the mark of a sync sample where it is wrong.
    package func flags(_ flags: SampleFlags, of sample: ByteSlice) -> SampleFlags {
        guard flags.isSync, !isSyncSample(sample) else { return flags }
        return flags.withoutSync
    }
}
