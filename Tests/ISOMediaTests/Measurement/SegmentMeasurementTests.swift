import ISOMedia
import Media
import Testing

@Suite struct SegmentMeasurementTests {
    private func initialization() throws -> InitializationMeasurement {
        try InitializationMeasurement(reading: ByteSlice(copying: try SampleListingTests.header()))
    }

    private func measure(_ bytes: [UInt8], origin: Int = 0) throws -> SegmentMeasurement {
        SegmentMeasurement(ByteSlice(copying: bytes), origin: origin, initialization: try initialization())
    }

    @Test func initializationSegmentIsMeasured() throws {
        let measured = try initialization()
        #expect(measured.boxes.map(\.type) == ["ftyp", "moov"] && measured.extends)
        let track = try #require(measured.track(1))
        #expect(track.hasDefaults && !track.hasSamples && track.codec == "avc1.64001f")
        #expect(
            track.entryBoxes == ["avcC", "colr", "pasp"] && track.displaySize == PixelSize(width: 768, height: 576))
        #expect(track.hasParameterSets == false && track.protection == nil)
    }

    @Test func timesSizesAndFirstSampleAreMeasured() throws {
        let measured = try measure(SampleListingTests.fragment())
        let track = try #require(measured.track(1))
        #expect(measured.damage == nil && measured.fragments.count == 1)
        #expect(track.decodeStart == 90_000 && track.decodeEnd == 96_000 && track.duration == 6000)
        #expect(track.presentationStart == 93_000 && track.presentationEnd == 96_000)
        #expect(track.sampleCount == 2 && track.byteCount == 12 && track.syncTimes == [93_000])
        #expect(track.beginsWithSync && track.entryPoint == .closed && track.falseSyncCount == 0)
        #expect(track.outsideCount == 0 && track.hasSteadyRate)
    }

    @Test func timeJumpInSegmentIsLocated() throws {
        let first = try SampleListingTests.fragment()
        let track = try #require(measure(first + SampleListingTests.fragment(at: 97_000), origin: 1000).track(1))
        let place = 1000 + first.count + 24
        #expect(track.jump == .init(offset: place, expected: 96_000, found: 97_000) && track.jumpCount == 1)
    }

    @Test func samplesOutsideOfMediaDataAreCounted() throws {
        let track = try #require(measure(SampleListingTests.fragment().dropLast(3)).track(1))
        #expect(track.outsideCount == 1 && track.sampleCount == 2)
    }

    @Test func fragmentFlagsAreMeasured() throws {
        let fragment = try measure(SampleListingTests.fragment()).fragments[0].tracks[0]
        #expect(fragment.hasDefaultBase && !fragment.hasBaseOffset && fragment.decodeTimeVersion == 1)
        #expect(fragment.hasDataOffsets && fragment.beginsWithSync && fragment.highestRunVersion == 1)
    }

    @Test func runOfBillionsOfSamplesIsRejectedImmediately() throws {
        var bytes = try SampleListingTests.fragment()
        // The run has no per-sample fields; the sample count is a 32-bit field.
        let run = MovieFragment.TrackRun(
            trackID: 1, baseMediaDecodeTime: 0, samples: [.init(duration: 1, size: 1, flags: 0)])
        bytes = try MovieFragment(sequenceNumber: 1, tracks: [run]).header().bytes + [0]
        let place = try #require(bytes.firstRange(of: Array("trun".utf8))).upperBound + 4
        bytes.replaceSubrange(place..<place + 4, with: [0xff, 0xff, 0xff, 0xff])
        #expect(try measure(bytes).damage?.code == "movie-too-large")
    }

    @Test func corruptedBytesDoNotTrap() throws {
        let good = try SampleListingTests.fragment() + SampleListingTests.fragment(at: 96_000)
        let header = try SampleListingTests.header()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var (bytes, start) = (good, header)
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                start[Int.random(in: 0..<start.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let initialization = try? InitializationMeasurement(reading: ByteSlice(copying: start))
            let slice = ByteSlice(copying: bytes)
            _ = SegmentMeasurement(slice, initialization: initialization)
            _ = SegmentMeasurement(slice, origin: 5000, initialization: initialization)
            guard var listing = try? SampleListing(of: slice, initialization: ByteSlice(copying: start)) else {
                continue
            }
            var count = 0
            while count < 100, listing.next() != nil { count += 1 }
        }
    }
}
