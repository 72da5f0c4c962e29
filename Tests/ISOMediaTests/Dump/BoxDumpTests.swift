import ISOMedia
import Media
import Testing

@Suite struct BoxDumpTests {
    @Test func fragmentIsDumpedWithItsFields() throws {
        let run = MovieFragment.TrackRun(
            trackID: 2, baseMediaDecodeTime: 96_000,
            samples: [
                .init(duration: 1024, size: 3, flags: 0x0200_0000), .init(duration: 1024, size: 4, flags: 0x0200_0000),
            ])
        let brands = FileBrands(major: "msdh", compatible: ["msdh", "msix"])
        let header = try MovieFragment(sequenceNumber: 5, tracks: [run], segmentType: brands).header()
        let expected = """
            styp @0 24  major=msdh minor=0 compatible=msdh,msix
            moof @24 104
              mfhd @32 16  sequence_number=5
              traf @48 80
                tfhd @56 24  track_ID=2 flags=0x20028 duration=1024 sample_flags=0x2000000
                tfdt @80 20  time=96000 version=1
                trun @100 28  samples=2 flags=0x201 version=1 data_offset=112
            mdat @128 15 (cut off: 8 bytes are there)

            """
        #expect(BoxDump().text(of: ByteSlice(copying: header.bytes)) == expected)
    }

    @Test func sampleEntriesAndConfigurationsAreDumped() throws {
        let tracks = [InitializationSegmentTests.video, InitializationSegmentTests.audio]
        let bytes = try InitializationSegment(brands: InitializationSegmentTests.brands, tracks: tracks).bytes()
        let lines = BoxDump().text(of: ByteSlice(copying: bytes)).split(separator: "\n").map { line in
            line.split(separator: " ").filter { !$0.hasPrefix("@") }.joined(separator: " ")
        }
        for expected in [
            "tkhd 92 track_ID=1 flags=0x7 duration=0 width=768 height=576", "avc1 136 width=720 height=576",
            "avcC 15 codec=avc1.64001f length_size=4 sps=0 pps=0", "colr 19 type=nclx cicp=1/1/1 full_range=0",
            "pasp 16 h=16 v=15",
            "mp4a 75 channels=2 rate=48000 version=0", "esds 39 object_type=0x40 codec=mp4a.40.2 max=0 average=0",
            "mdhd 32 timescale=48000 duration=0 language=und",
        ] { #expect(lines.contains(expected)) }
    }

    @Test func boxesBeyondTheLimitAreCounted() {
        var writer = ByteWriter()
        for _ in 0..<5 {
            writer.box("moof") { _ in }
            writer.box("mdat") { _ in }
        }
        let text = BoxDump(listedChildren: 3).text(of: ByteSlice(copying: writer.bytes))
        #expect(text == "moof @0 8\nmdat @8 8\nmoof @16 8\n… 7 more: 4 mdat, 3 moof\n")
    }

    @Test func depthIsLimited() {
        var writer = ByteWriter()
        func nest(_ writer: inout ByteWriter, _ depth: Int) {
            writer.box("moov") { if depth > 0 { nest(&$0, depth - 1) } }
        }
        nest(&writer, 100)
        let text = BoxDump(listedDepth: 2).text(of: ByteSlice(copying: writer.bytes))
        #expect(text == "moov @0 808\n  moov @8 800\n    … 1 more: 1 moov\n")
    }

    @Test func bytesOutsideOfBoxesAreMarked() {
        #expect(BoxDump().text(of: ByteSlice(copying: [1, 2, 3])) == "(no box at offset 0, 3 bytes left)\n")
        #expect(BoxDump().text(of: ByteSlice(copying: [])) == "")
    }
}
