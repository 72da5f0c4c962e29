import Media
import Testing

/// Recovery points of H.264.
@Suite struct RecoveryPointTests {
    private let syntax = BitstreamSyntax.avc(lengthSize: 4)

    private func sample(_ units: [UInt8]...) -> ByteSlice {
        ByteSlice(copying: units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 })
    }

    /// As x264 writes them: recovery_frame_cnt 0 and 21, exact_match_flag 1.
    private static let immediate: [UInt8] = [6, 6, 1, 0xc4, 0x80]
    private static let gradual: [UInt8] = [6, 6, 2, 0x0b, 0x44, 0x80]
    // exact_match_flag 0, and broken_link_flag 1.
    private static let approximate: [UInt8] = [6, 6, 1, 0x84, 0x80]
    private static let broken: [UInt8] = [6, 6, 1, 0xe4, 0x80]
    // first_mb_in_slice 0 and slice_type 7 (I) and 5 (P).
    private static let intra: [UInt8] = [0x61, 0x88]
    private static let predicted: [UInt8] = [0x61, 0x9a]

    @Test func messagesAtPicturesOtherThanIDRAreRecoveryPoints() {
        #expect(syntax.recoveryPoint(sample([9, 0x10], Self.immediate, Self.intra)) == .immediate)
        #expect(syntax.recoveryPoint(sample(Self.gradual, Self.predicted)) == .gradual(frameCount: 21))
        // Another message, and two in one unit.
        #expect(syntax.recoveryPoint(sample([6, 5, 1, 0, 6, 1, 0xc4, 0x80], Self.intra)) == .immediate)
        #expect(syntax.recoveryPoint(sample(Self.immediate, [0x65, 0x88])) == nil, "IDR")
        #expect(syntax.recoveryPoint(sample(Self.intra)) == nil, "an I picture without a message")
        #expect(syntax.recoveryPoint(sample(Self.immediate, Self.predicted)) == nil, "a P picture without refresh")
        #expect(syntax.recoveryPoint(sample(Self.approximate, Self.predicted)) == nil)
        #expect(syntax.recoveryPoint(sample(Self.intra, Self.immediate)) == nil, "after the picture")
        #expect(BitstreamSyntax.hevc(lengthSize: 4).recoveryPoint(sample(Self.immediate, Self.intra)) == nil)
    }

    /// The semantics of D.2.8: approximate pictures may be shown, and pictures before a broken link may not.
    @Test func flagsOfMessagesAreRead() throws {
        let exact = try #require(syntax.recoveryPoint(sample(Self.immediate, Self.intra)))
        #expect(exact.isExact && !exact.isBrokenLink && !exact.isGradual)
        let approximate = try #require(syntax.recoveryPoint(sample(Self.approximate, Self.intra)))
        #expect(!approximate.isExact && !approximate.isBrokenLink && approximate.frameCount == 0)
        let broken = try #require(syntax.recoveryPoint(sample(Self.broken, Self.intra)))
        #expect(broken.isExact && broken.isBrokenLink)
        #expect(syntax.entryPoint(sample(Self.approximate, Self.intra)) == .recovery)
    }

    @Test(arguments: [[6], [6, 6], [6, 6, 1], [6, 6, 1, 0], [6, 6, 9, 0xc4], [6, 6, 4, 0, 0, 0, 0]] as [[UInt8]])
    func damagedMessagesAreIgnored(unit: [UInt8]) {
        #expect(syntax.recoveryPoint(sample(unit, Self.intra)) == nil)
    }

    @Test func recoveryPointsAreEntryPointsButNoSyncSamples() throws {
        let point = sample(Self.immediate, Self.intra)
        #expect(syntax.entryPoint(point) == .recovery)
        #expect(syntax.entryPoint(sample(Self.gradual, Self.predicted)) == EntryPoint.none)
    }

    @Test func marksAreNotStored() {
        let point = SampleFlags.sync.marked(.immediate)
        #expect(!point.isSync && point.isEntryPoint && point.isIntraPoint && point.isRecoveryPoint)
        #expect(point.stored == SampleFlags(rawValue: 0x0201_0000))
        let gradual = SampleFlags.predicted.marked(.gradual(frameCount: 3))
        #expect(gradual.isEntryPoint && gradual.isGradualRecovery && !gradual.isIntraPoint)
        #expect(gradual.stored == .predicted && point.marked(nil) == point.stored)
        #expect(SampleFlags.sync.isEntryPoint && !SampleFlags.predicted.isEntryPoint)
    }

    @Test func distanceCountsReferencePictures() {
        let (reference, other) = (sample([0x41, 0x9a]), sample([0x01, 0x9a]))
        let samples = [reference, other, other, reference, other, reference]
        #expect(syntax.recoveryDistance(1, in: samples) == 1)
        #expect(syntax.recoveryDistance(2, in: samples) == 4)
        #expect(syntax.recoveryDistance(3, in: samples) == nil, "the exact picture is not among the samples")
    }
}
