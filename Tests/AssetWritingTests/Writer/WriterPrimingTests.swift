import AssetWriting
import Media
import Testing

/// Priming, as the talk describes it.
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
            // The first true sound is at ten seconds whatever the priming.
            #expect(starts.last?.first.map { $0 + priming } == 480_000)
        }
        #expect(starts[0].count == starts[1].count)
        // The later segments begin on the same grid: within one packet of 16, 22, ... seconds.
        for (left, right) in zip(starts[0], starts[1]).dropFirst() { #expect(abs(left - right) < 1024) }
        let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 180).shifted(by: offset)
        let (_, collector) = await write(video, profile: .mpeg4AppleHLS, start: offset)
        let pictures = collector.media.compactMap { $0.report?.trackReports[0].earliestPresentationTimeStamp }
        #expect(pictures == [10, 16, 22, 28, 34].map { .seconds($0) })
    }
}
