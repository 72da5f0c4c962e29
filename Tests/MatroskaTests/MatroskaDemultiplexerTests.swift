import Media
import Testing

@testable import Matroska

@Suite struct MatroskaDemultiplexerTests {
    /// Five clusters of ten MP3 frames, which begin at every 261 ms.
    private static func clusters(isLive: Bool = false) -> [[UInt8]] {
        (0..<5).map { cluster in
            let blocks = (0..<10).flatMap { index in
                FileBuilder.simpleBlock(
                    time: Int16(Double(index) * 26.122), FileBuilder.frame(UInt8(cluster * 10 + index)))
            }
            return FileBuilder.cluster(UInt64((Double(cluster) * 261.22).rounded()), blocks, isLive: isLive)
        }
    }

    private static func builder(_ clusters: [[UInt8]], isLive: Bool = false) -> FileBuilder {
        FileBuilder(tracks: [FileBuilder.audio()], clusters: clusters.flatMap { $0 }, isLive: isLive)
    }

    @Test(arguments: [false, true]) func samplesAreCounted(isLive: Bool) throws {
        let reading = try Reading(Self.builder(Self.clusters(isLive: isLive), isLive: isLive).bytes)
        #expect(reading.samples.map(\.decodeTicks) == (0..<50).map { $0 * 1152 })
        #expect(reading.samples.map { $0.bytes.bytes[6] } == Array(0..<50))
        #expect(reading.demultiplexer.damage == MatroskaDamage())
        #expect(reading.counts()?.frameCount == 50 && reading.counts()?.sampleCount == 50)
        #expect(reading.demultiplexer.tracks[0].track?.timescale == 44_100)
    }

    @Test func damageIsSkippedUpToTheNextCluster() throws {
        var clusters = Self.clusters()
        // The header of the third block.
        for index in 0..<8 { clusters[1][29 + 2 * 221 + index] = 0 }
        let reading = try Reading(Self.builder(clusters).bytes)
        let damage = reading.demultiplexer.damage
        #expect(damage.skipCount == 1 && damage.blockCount == 0 && !damage.isTruncated, "\(damage)")
        #expect(damage.skippedBytes > 0 && damage.skippedBytes < clusters[1].count)
        #expect(reading.samples.map { $0.bytes.bytes[6] } == Array(0..<12) + Array(20..<50))
        #expect(reading.samples[12].decodeTicks == 23_020, "the time of the cluster")
    }

    @Test func filesThatEndEarlyAreRead() throws {
        let bytes = Self.builder(Self.clusters()).bytes
        let reading = try Reading(Array(bytes.dropLast(300)))
        #expect(reading.samples.count == 48 && reading.demultiplexer.damage.isTruncated)
        #expect(reading.demultiplexer.file.isTruncated)
    }

    @Test func blocksWithInvalidLacingAreCounted() throws {
        let blocks = FileBuilder.simpleBlock(lacing: 1, [9, 255]) + FileBuilder.simpleBlock(FileBuilder.frame(1))
        let reading = try Reading(Self.builder([FileBuilder.cluster(0, blocks)]).bytes)
        #expect(reading.samples.count == 1 && reading.demultiplexer.damage.blockCount == 1)
    }

    @Test func strippedHeadersAreRestored() throws {
        let stripping =
            EBMLWriter.number(0x4254, 3) + EBMLWriter.element(0x4255, Array(FileBuilder.frame(0)[..<4]))
        let encoding = EBMLWriter.element(0x6d80, EBMLWriter.element(0x6240, EBMLWriter.element(0x5034, stripping)))
        var builder = FileBuilder(tracks: [FileBuilder.audio(1, encoding)])
        builder.clusters = FileBuilder.cluster(0, FileBuilder.simpleBlock(Array(FileBuilder.frame(8).dropFirst(4))))
        let reading = try Reading(builder.bytes)
        #expect(reading.samples.map(\.bytes.bytes) == [FileBuilder.frame(8)])
    }

    @Test func paddingShortensTheLastPacket() throws {
        func group(_ time: Int16, padding: UInt64) -> [UInt8] {
            EBMLWriter.element(
                0xa0,
                EBMLWriter.element(0xa1, FileBuilder.block(time: time, FileBuilder.frame(1)))
                    + EBMLWriter.number(0x75a2, padding))
        }
        let blocks = group(0, padding: 10_000_000) + group(26, padding: 10_000_000)
        let reading = try Reading(Self.builder([FileBuilder.cluster(0, blocks)]).bytes)
        #expect(reading.samples.map(\.duration) == [1152, 1152 - 441])
    }

    @Test func codecDelaysPrecedeTheAudio() throws {
        var builder = FileBuilder(tracks: [FileBuilder.audio(1, EBMLWriter.number(0x56aa, 10_000_000))])
        builder.clusters = FileBuilder.cluster(0, FileBuilder.simpleBlock(FileBuilder.frame(1)))
        let reading = try Reading(builder.bytes)
        #expect(reading.demultiplexer.tracks[0].track?.priming == 441)
        #expect(reading.samples.map(\.decodeTicks) == [-441])
    }

    @Test func subtitlesAreCues() throws {
        func group(_ track: UInt8, _ time: Int16, _ text: String, _ more: [UInt8] = []) -> [UInt8] {
            EBMLWriter.element(
                0xa0,
                EBMLWriter.element(0xa1, FileBuilder.block(track: track, time: time, Array(text.utf8)))
                    + EBMLWriter.number(0x9b, 1500) + more)
        }
        let addition = EBMLWriter.element(
            0x75a1, EBMLWriter.element(0xa6, EBMLWriter.text(0xa5, "line:0\nfirst\n")))
        var builder = FileBuilder()
        builder.tracks = [
            FileBuilder.track(1, "S_TEXT/UTF8", type: 17), FileBuilder.track(2, "S_TEXT/WEBVTT", type: 17),
        ]
        builder.clusters = FileBuilder.cluster(
            1000, group(1, 0, "<i>A</i> & B") + group(2, 500, "C", addition) + group(1, 9, ""))
        let reading = try Reading(builder.bytes)
        let cues = reading.samples.compactMap { WebVTTCue(box: $0.bytes, start: $0.decodeTicks, end: 9999) }
        #expect(cues.map(\.payload) == ["<i>A</i> &amp; B", "C"] && cues.map(\.start) == [1000, 1500])
        #expect(cues[1].settings == "line:0" && cues[1].identifier == "first")
        #expect(reading.samples.map(\.duration) == [1500, 1500] && reading.counts(1)?.invalidCueCount == 1)
    }

    @Test func laterElementsAreFoundByTheSeekHead() throws {
        let tags = EBMLWriter.element(
            0x1254_c367,
            EBMLWriter.element(
                0x7373,
                EBMLWriter.element(0x67c8, EBMLWriter.text(0x45a3, "TITLE") + EBMLWriter.text(0x4487, "A talk"))))
        func seekHead(_ position: Int) -> [UInt8] {
            EBMLWriter.element(
                0x114d_9b74,
                EBMLWriter.element(
                    0x4dbb,
                    EBMLWriter.element(0x53ab, EBMLWriter.identifier(0x1254_c367))
                        + EBMLWriter.number(0x53ac, UInt64(position))))
        }
        let cluster = FileBuilder.cluster(0, FileBuilder.simpleBlock(FileBuilder.frame(1)))
        var builder = Self.builder([seekHead(0), cluster])
        let start = try #require(builder.bytes.firstRange(of: EBMLWriter.identifier(0x1549_a966))?.lowerBound)
        builder.clusters = seekHead(builder.bytes.count - start) + cluster + tags
        let reading = try Reading(builder.bytes)
        #expect(reading.demultiplexer.file.tags?.tags.first?.values.first?.text == "A talk")
        #expect(reading.samples.count == 1)
    }

    @Test func otherFilesAreRefused() {
        #expect(throws: MatroskaError.notMatroska) { try Reading([0, 0, 0, 24] + Array("ftypisom".utf8)) }
        #expect(throws: MatroskaError.notMatroska) { try Reading(FileBuilder(documentType: "other").bytes) }
        #expect(throws: MatroskaError.self) { try Reading(FileBuilder().bytes) }
        #expect(throws: MatroskaError.self) {
            try Reading(FileBuilder(tracks: [FileBuilder.audio()], timestampScale: 0).bytes)
        }
    }
}
