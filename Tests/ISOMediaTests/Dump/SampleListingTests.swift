import ISOMedia
import Media
import Testing

@Suite struct SampleListingTests {
    static func header() throws -> [UInt8] {
        try InitializationSegment(
            brands: InitializationSegmentTests.brands, tracks: [InitializationSegmentTests.video]
        ).bytes()
    }

    /// Returns two samples of 6 bytes each, the first an IDR picture.
    static func fragment(at time: UInt64 = 90_000, last: UInt8 = 7) throws -> [UInt8] {
        let run = MovieFragment.TrackRun(
            trackID: 1, baseMediaDecodeTime: time,
            samples: [
                .init(duration: 3000, size: 6, flags: SampleFlags.sync.rawValue, compositionOffset: 3000),
                .init(duration: 3000, size: 6, flags: SampleFlags.predicted.rawValue),
            ])
        let header = try MovieFragment(sequenceNumber: 1, tracks: [run]).header()
        return header.bytes + [0, 0, 0, 2, 0x65, 1] + [0, 0, 0, 2, 0x41, last]
    }

    private func list(_ bytes: [UInt8], _ initialization: [UInt8]? = nil) throws -> [SampleListing.Entry] {
        var listing = try SampleListing(
            of: ByteSlice(copying: bytes), initialization: initialization.map { ByteSlice(copying: $0) })
        var entries: [SampleListing.Entry] = []
        while let entry = listing.next() { entries.append(entry) }
        #expect(listing.problems.isEmpty)
        return entries
    }

    @Test func mediaSegmentIsListedWithItsInitializationSegment() throws {
        let entries = try list(Self.fragment(), Self.header())
        #expect(entries.map(\.units) == [["IDR"], ["slice"]])
        #expect(entries.map(\.sample.decodeTicks) == [90_000, 93_000])
        #expect(entries.map(\.presentationTicks) == [93_000, 93_000])
        #expect(entries.map(\.sample.flags.isSync) == [true, false] && entries.map(\.number) == [1, 2])
    }

    @Test func mediaSegmentAloneHasTimesAndNoUnits() throws {
        let entries = try list(Self.fragment())
        #expect(entries.map(\.sample.size) == [6, 6] && entries.allSatisfy(\.units.isEmpty))
    }

    @Test func fragmentedMovieIsListed() throws {
        let entries = try list(Self.header() + Self.fragment(at: 0) + Self.fragment(at: 6000))
        #expect(entries.map(\.sample.decodeTicks) == [0, 3000, 6000, 9000] && entries[2].units == ["IDR"])
    }

    @Test func regularMovieIsListedFromItsTables() throws {
        var movie = MovieBytes(tracks: [
            .init(
                description: InitializationSegmentTests.video, samples: [.init(size: 5), .init(size: 9, isSync: false)])
        ])
        let entries = try list(movie.bytes())
        #expect(entries.map(\.sample.size) == [5, 9] && entries.map(\.sample.flags.isSync) == [true, false])
    }

    @Test func missingMediaAreReported() throws {
        var listing = try SampleListing(
            of: ByteSlice(copying: Self.fragment().dropLast(3)), initialization: ByteSlice(copying: Self.header()))
        #expect(listing.next() != nil && listing.next() == nil)
        #expect(listing.problems.count == 1 && listing.problems[0].contains("sample 2 has 6 bytes"))
    }
}
