import ISOMedia
import Media
import Testing

@Suite struct MovieFragmentTests {
    private typealias Entry = MovieFragment.SampleEntry

    private func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    private func words(_ values: UInt32...) -> [UInt8] { values.flatMap(word) }
    private func name(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func constantSamplesUseDefaultsOnly() throws {
        let samples = [Entry](repeating: Entry(duration: 1024, size: 200, flags: 0x0200_0000), count: 3)
        let run = MovieFragment.TrackRun(trackID: 2, baseMediaDecodeTime: 1 << 32, samples: samples)
        let header = try MovieFragment(sequenceNumber: 7, tracks: [run]).header()
        var expected = words(100) + name("moof") + words(16) + name("mfhd") + words(0, 7)
        expected += words(76) + name("traf") + words(28) + name("tfhd")
        expected += words(0x02_0038, 2, 1024, 200, 0x0200_0000)
        expected += words(20) + name("tfdt") + words(0x0100_0000, 1, 0)
        expected += words(20) + name("trun") + words(0x0100_0001, 3, 108)
        expected += words(608) + name("mdat")
        #expect(header.bytes == expected)
        #expect(header.movieFragmentOffset == 0 && header.mediaSize == 600)
    }

    @Test func syncSampleBeforePredictedOnesUsesFirstSampleFlags() throws {
        let samples = [
            Entry(duration: 10, size: 300, flags: 0x0200_0000), Entry(duration: 10, size: 20, flags: 0x0101_0000),
            Entry(duration: 10, size: 30, flags: 0x0101_0000, compositionOffset: -5),
        ]
        let run = MovieFragment.TrackRun(trackID: 1, baseMediaDecodeTime: 0, samples: samples)
        let header = try MovieFragment(sequenceNumber: 1, tracks: [run]).header()
        let end = header.bytes.suffix(8 + 20 + 4 + 24)
        var expected = words(0x0100_0a05, 3, UInt32(header.bytes.count), 0x0200_0000)
        expected += words(300, 0, 20, 0, 30, UInt32(bitPattern: -5))
        #expect(Array(end.dropFirst(8).dropLast(8)) == expected)
    }

    @Test func mediaOfSecondTrackFollowFirstTrack() throws {
        let video = MovieFragment.TrackRun(
            trackID: 1, baseMediaDecodeTime: 0, samples: [Entry(duration: 1, size: 1000, flags: 0)])
        let none = MovieFragment.TrackRun(trackID: 3, baseMediaDecodeTime: 0, samples: [])
        let audio = MovieFragment.TrackRun(
            trackID: 2, baseMediaDecodeTime: 0, samples: [Entry(duration: 1, size: 10, flags: 0)], isInRollGroup: true)
        let brands = FileBrands(major: "msdh", compatible: ["msdh", "msix"])
        let header = try MovieFragment(sequenceNumber: 1, tracks: [video, none, audio], segmentType: brands).header()
        #expect(header.movieFragmentOffset == 24 && header.mediaSize == 1010)
        let mediaOffset = UInt32(header.bytes.count - 24)
        #expect(Array(header.bytes.suffix(12).prefix(4)) == word(mediaOffset + 1000))
        let group = words(28) + name("sbgp") + words(0) + name("roll") + words(1, 1, 1)
        #expect(Array(header.bytes.suffix(8 + 20 + 28).prefix(28)) == group)
    }

    @Test func mediaBeyond32BitsHaveLongHeader() throws {
        let samples = [Entry](repeating: Entry(duration: 1, size: 1 << 31, flags: 0), count: 2)
        let run = MovieFragment.TrackRun(trackID: 1, baseMediaDecodeTime: 0, samples: samples)
        let header = try MovieFragment(sequenceNumber: 1, tracks: [run]).header()
        #expect(Array(header.bytes.suffix(16)) == words(1) + name("mdat") + words(1, 16))
        #expect(throws: FragmentTooLarge.self) { try MovieFragment(sequenceNumber: 1, tracks: [run, run]).header() }
    }
}
