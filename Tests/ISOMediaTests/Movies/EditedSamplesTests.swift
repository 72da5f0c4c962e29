import ISOMedia
import Media
import Testing

/// The samples that an edit list presents, their dependencies, and the excluded samples.
@Suite struct EditedSamplesTests {
    /// Sixty frames of 10 ticks at 100 ticks per second, with a sync sample every twenty frames.
    private func video(_ edits: [(length: UInt32, time: Int32)], offset: Int32 = 0) throws -> EditedSamples {
        var description = InitializationSegmentTests.video
        description.timescale = 100
        let samples = (0..<60).map { MovieBytes.Sample(size: 4, duration: 10, offset: offset, isSync: $0 % 20 == 0) }
        return try edited(MovieBytes.Track(description, samples), edits)
    }

    /// A hundred packets of 1024 ticks at 48 kHz.
    private func audio(_ edits: [(length: UInt32, time: Int32)]) throws -> EditedSamples {
        var description = InitializationSegmentTests.audio
        description.timescale = 48_000
        return try edited(
            MovieBytes.Track(description, Array(repeating: .init(size: 4, duration: 1024), count: 100)), edits)
    }

    private func edited(_ track: MovieBytes.Track, _ edits: [(length: UInt32, time: Int32)]) throws -> EditedSamples {
        var track = track
        var writer = ByteWriter()
        writer.box("edts") { writer in
            writer.fullBox("elst") { writer in
                writer.write(UInt32(edits.count))
                for edit in edits {
                    writer.write(edit.length)
                    writer.write(UInt32(bitPattern: edit.time))
                    writer.write(UInt32(0x1_0000))
                }
            }
        }
        track.extra = writer.bytes
        var movie = MovieBytes(tracks: [track])
        let file = try MovieFile(reading: ByteSlice(copying: movie.bytes()))
        return file.editedSamples(of: file.tracks[0])
    }

    @Test func editOfAllMediaExcludesNothing() throws {
        for edits in [[(6000, 0)], [(0, 20)], [(1500, -1), (6000, 0)]] as [[(UInt32, Int32)]] {
            let samples = try video(edits)
            #expect(samples.range.lowerBound == 0 && samples.range.upperBound >= 60 && samples.excludedCount == 0)
        }
        let delayed = try video([(6000, 20)], offset: 20)
        #expect(delayed.excludedCount == 0 && delayed.preroll == 0, "the reorder delay is not an edit")
    }

    @Test func samplesAfterTheEditAreExcluded() throws {
        let samples = try video([(1000, 0)])
        #expect(samples.range == 0..<10 && samples.excludedCount == 50 && samples.lastDuration == nil)
        #expect(try video([(1050, 0)]).lastDuration == 5, "the last frame is shortened")
    }

    @Test func groupsBeforeTheEditAreExcluded() throws {
        let samples = try video([(2000, 250)])
        #expect(samples.range == 20..<45 && samples.excludedCount == 35)
        #expect(samples.preroll == 50 && samples.hasLaterSync)
        let exact = try video([(2000, 200)])
        #expect(exact.range == 20..<40 && exact.preroll == 0)
        #expect(try !video([(0, 450)]).hasLaterSync, "no sync sample follows the one at 4 s")
    }

    @Test func adjacentEditsAreCombined() throws {
        #expect(try video([(1000, 0), (1000, 100)]).range == 0..<20)
        // A second edit of much later media excludes nothing.
        #expect(try video([(1000, 0), (1000, 300)]).excludedCount == 0)
    }

    @Test func audioIsTrimmedToPackets() throws {
        let priming = try audio([(2000, 1024)])
        #expect(
            priming.range.lowerBound == 0 && priming.excludedCount == priming.leftOutCount(behind: 48_000 * 2 + 1024))
        let samples = try audio([(1000, 48_000)])
        // The decoder needs 80 ms before the edit.
        #expect(samples.range.lowerBound == 42 && samples.firstPresentation == 42 * 1024)
        #expect(samples.range.upperBound == 94 && samples.excludedCount == 42 + 6)
    }

    /// Encoders append padding.
    @Test func paddingIsKept() throws {
        #expect(try audio([(2100, 0)]).excludedCount == 0)
    }
}

extension EditedSamples {
    /// The packets, of a hundred, that start at or after a time.
    fileprivate func leftOutCount(behind end: Int64) -> Int { (0..<100).count { $0 * 1024 >= end } }
}
