package import Media

extension MovieFile {
    /// The maximum number of boxes of a segment outside other boxes.
    private static let maximumBoxes = 1 << 20

    /// Returns the movie with the fragments of a segment instead of its own. `offset` is the place of the bytes in their
    /// resource.
    package func segment(_ bytes: ByteSlice, at offset: Int = 0) -> MovieFile {
        let file = FileBytes(bytes)
        var walk = BoxWalk(file, 0..<file.count)
        var (offsets, cutOffEnd, count): ([Int], Int?, Int) = ([], nil, 0)
        while let box = walk.next(), count < Self.maximumBoxes {
            count += 1
            if box.isCutOff { cutOffEnd = box.describedEnd } else if box.type == .moof { offsets.append(box.offset) }
        }
        let index = FragmentIndex(
            offsets: offsets, defaults: fragments.defaults, cutOffEnd: cutOffEnd, damagedOffset: walk.damagedOffset,
            resourceOffset: offset)
        return MovieFile(self, bytes, index)
    }

    /// Returns a cursor before the first fragment of a segment, which follows the samples of another cursor of the track.
    package func cursor(for track: MovieTrack, following other: SampleCursor) -> SampleCursor {
        SampleCursor(file: file, tables: track.tables, trackID: track.id, fragments: fragments, following: other)
    }

    /// The same movie with fragments in other bytes.
    init(_ other: MovieFile, _ bytes: ByteSlice, _ index: FragmentIndex) {
        (self.bytes, tables) = (bytes, nil)
        (file, use) = (FileBytes(bytes), other.use)
        (brands, timescale, duration, tracks) = (other.brands, other.timescale, other.duration, other.tracks)
        (isFragmented, additionalMovie, movieBox) = (true, nil, other.movieBox)
        fragments = index
    }
}
