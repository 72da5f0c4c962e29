import ScriptedMedia
import AssetWriting
import Media
import Testing

/// Priming as described in the talk.
@Suite struct WriterPrimingTests {
    private func write(
        _ script: Script, profile: FileTypeProfile, start: MediaTime = .zero
    ) async -> (AssetWriter, SegmentCollector) {
        let (writer, inputs, collector) = Script.writer(for: [script], profile: profile, start: start)
        _ = writer.begin(at: start)
        for sample in script.samples { inputs[0].append(sample) }
        await writer.finishWriting()
        return (writer, collector)
    }

    @Test func cmafEditsThePrimingOut() async {
        let audio = Script.audio(packets: 100, rate: 44100, priming: 2112)
        let (writer, collector) = await write(audio, profile: .mpeg4CMAFCompliant)
        #expect(writer.status == .completed)
        // elst version 1: flags, count, duration, media time.
        #expect(collector.pieces[0].data.field64(after: "elst", at: 16) == 2112)
        #expect(collector.media[0].data.field64(after: "tfdt", at: 4) == 0)
    }

    @Test func appleHLSShiftsBaseMediaDecodeTimeBack() async {
        let audio = Script.audio(packets: 100, rate: 44100, priming: 2112).shifted(by: .seconds(10))
        let (writer, collector) = await write(audio, profile: .mpeg4AppleHLS, start: .seconds(10))
        #expect(writer.status == .completed)
        #expect(collector.pieces[0].data.firstRange(of: Array("elst".utf8)) == nil)
        #expect(collector.media[0].data.field64(after: "tfdt", at: 4) == 441_000 - 2112)
    }

    @Test func baseMediaDecodeTimeIsNeverBelowZeroAndTheErrorNamesTheOffset() async {
        let audio = Script.audio(packets: 100, rate: 44100, priming: 2112)
        let (writer, collector) = await write(audio, profile: .mpeg4AppleHLS)
        #expect(writer.status == .failed)
        #expect(writer.error?.code == .negativeDecodeTime)
        #expect(writer.error?.message.contains("0.048s") == true)
        #expect(collector.pieces.isEmpty)
    }

    /// Returns video with groups of three frames that are decoded in the order 0 2 1; presentation starts at `start`.
    private func reordered(start: Int64 = 0) -> Script {
        var video = Script.video(frames: 90, rate: (30, 1), syncEvery: 30)
        for index in video.samples.indices {
            video.samples[index].decodeTicks += start - 2
            video.samples[index].presentationOffset = index % 3 == 0 ? 2 : index % 3 == 1 ? 3 : 1
        }
        return video
    }

    private func offsets(of piece: SegmentCollector.Piece) throws -> [Int32] {
        let data = piece.data
        // trun: version and flags, count, data offset; then the per-sample fields selected by the flags, the offset
        // last.
        let (flags, count) = (data.field32(after: "trun", at: 0) ?? 0, Int(data.field32(after: "trun", at: 4) ?? 0))
        #expect(flags >> 24 == 1 && flags & 0x801 == 0x801)
        let first = 12 + (flags & 4 != 0 ? 4 : 0)
        let fields = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        return try (0..<count).map { index in
            let value = try #require(data.field32(after: "trun", at: first + 4 * (fields * (index + 1) - 1)))
            return Int32(truncatingIfNeeded: value)
        }
    }

    @Test func reorderedVideoNeedsNoOffsetUnderAppleHLS() async throws {
        let (writer, collector) = await write(reordered(), profile: .mpeg4AppleHLS)
        #expect(writer.status == .completed, "\(writer.error?.message ?? "")")
        let media = collector.media[0]
        #expect(media.data.field64(after: "tfdt", at: 4) == 0)
        // Presentation starts at zero: decode times have moved up by two frames, composition offsets down.
        #expect(try offsets(of: media).prefix(6) == [0, 1, -1, 0, 1, -1])
        #expect(collector.pieces[0].data.firstRange(of: Array("elst".utf8)) == nil)
        #expect(media.report?.trackReports[0].earliestPresentationTimeStamp == .zero)
    }

    @Test func anOffsetThatIsLongEnoughLeavesDecodeTimesTrue() async throws {
        let video = reordered().shifted(by: .seconds(10))
        let (writer, collector) = await write(video, profile: .mpeg4AppleHLS, start: .seconds(10))
        #expect(writer.status == .completed)
        #expect(collector.media[0].data.field64(after: "tfdt", at: 4) == 298)
        #expect(try offsets(of: collector.media[0]).prefix(3) == [2, 3, 1])
    }

    @Test func videoThatIsPresentedBeforeZeroNamesTheOffset() async {
        let (writer, _) = await write(reordered(start: -3), profile: .mpeg4AppleHLS)
        #expect(writer.status == .failed && writer.error?.code == .negativeDecodeTime)
        #expect(writer.error?.message.contains("0.1s is enough") == true, "\(writer.error?.message ?? "")")
    }

    @Test func theTenSecondOffsetKeepsVariantsWithDifferentPrimingAligned() async {
        let offset = MediaTime(seconds: 10, preferredTimescale: 1)
        var starts: [[Int64]] = []
        for priming: Int64 in [1024, 2112] {
            let audio = Script.audio(packets: 1500, rate: 48000, priming: priming).shifted(by: offset)
            let (writer, collector) = await write(audio, profile: .mpeg4AppleHLS, start: offset)
            #expect(writer.status == .completed)
            starts.append(
                collector.media.compactMap {
                    $0.report?.trackReports[0].earliestPresentationTimeStamp.ticks(at: 48000)
                })
            // The first audible sample is at ten seconds, whatever the priming.
            #expect(starts.last?.first.map { $0 + priming } == 480_000)
        }
        #expect(starts[0].count == starts[1].count)
        // Later segments start on the same grid: within one packet of 16, 22, ... seconds.
        for (left, right) in zip(starts[0], starts[1]).dropFirst() { #expect(abs(left - right) < 1024) }
        let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 180).shifted(by: offset)
        let (_, collector) = await write(video, profile: .mpeg4AppleHLS, start: offset)
        let pictures = collector.media.compactMap { $0.report?.trackReports[0].earliestPresentationTimeStamp }
        #expect(pictures == [10, 16, 22, 28, 34].map { .seconds($0) })
    }
}
