import ISOMedia
import Media

/// The byte layout of a movie file and the file operations that write it.
///
/// The file starts with `ftyp` and a free box: space that later becomes the header of the media box or contains the
/// movie box. In a regular movie the header of the media box and the media follow; in a fragmented movie, its first
/// movie box and the fragments.
struct MovieLayout: Sendable {
    /// The offset of the free box.
    private(set) var freeBoxOffset: UInt64 = 0
    /// The end of the free box and, in a regular movie, of the header of its media box.
    private(set) var bodyOffset: UInt64 = 0
    /// The offset of the first chunk or fragment.
    private(set) var mediaOffset: UInt64 = 0
    /// The current end of the file.
    private(set) var end: UInt64 = 0
    private(set) var hasStarted = false
    private var sequenceNumber: UInt32 = 1
    private var lateTracks: Set<UInt32> = []
    private var operations: [FileOperation] = []

    var hasOperations: Bool { !operations.isEmpty }

    mutating func dequeueOperations() -> [FileOperation] {
        defer { operations.removeAll(keepingCapacity: true) }
        return operations
    }

    mutating func perform(_ operation: FileOperation) { operations.append(operation) }

    /// Returns whether the movie started before the track's first sample arrived.
    func isLate(_ track: MovieTrackState) -> Bool { lateTracks.contains(track.trackID) }

    /// Starts the file with `room` reserved bytes in addition to a media header, and with the first movie box of a
    /// fragmented movie.
    mutating func start(
        _ settings: MovieSettings, reservedSize: Int, movieBox: [UInt8]?, lateTracks: Set<UInt32>
    ) {
        var writer = ByteWriter(capacity: 64 + reservedSize)
        writer.write(contentsOf: settings.fileType.brands.fileTypeBox)
        freeBoxOffset = UInt64(writer.count)
        let isPlain = reservedSize == 0 && movieBox == nil && settings.fileType == .mov
        let freeSize = movieBox == nil ? 8 + reservedSize : 16 + reservedSize
        writer.box(isPlain ? "wide" : .free) { $0.writeZeros(freeSize - 8) }
        // A size of 0 extends to the end of the file.
        if movieBox == nil {
            writer.write(UInt32(0))
            writer.write(FourCC.mdat)
        }
        bodyOffset = UInt64(writer.count)
        if let movieBox { writer.write(contentsOf: movieBox) }
        end = UInt64(writer.count)
        mediaOffset = end
        sequenceNumber = settings.initialMovieFragmentSequenceNumber
        self.lateTracks = lateTracks
        hasStarted = true
        operations.append(.append(ByteRope(writer.bytes)))
    }

    /// Appends a chunk and returns its offset.
    mutating func append(_ media: ByteRope, alignedTo alignment: Int) -> UInt64 {
        if alignment > 1, end % UInt64(alignment) > 0 {
            let padding = UInt64(alignment) - end % UInt64(alignment)
            append(ByteRope([UInt8](repeating: 0, count: Int(padding))))
        }
        let offset = end
        append(media)
        return offset
    }

    /// Appends a movie fragment of these runs and returns the offset of each run's media.
    mutating func append(
        fragmentOf runs: [(track: MovieTrackState, run: MovieRun)]
    ) throws(PackagingError) -> [UInt64] {
        let parts = runs.map { track, run in
            MovieFragment.TrackRun(
                trackID: track.trackID,
                baseMediaDecodeTime: UInt64(max(0, run.startTicks - (track.fragmentOrigin ?? run.startTicks))),
                samples: run.entries, isInRollGroup: track.track.rollDistance != nil)
        }
        let header: MovieFragment.Header
        do throws(FragmentTooLarge) {
            header = try MovieFragment(sequenceNumber: sequenceNumber, tracks: parts).header()
        } catch {
            throw PackagingError(.sampleTooLarge, error.description)
        }
        sequenceNumber &+= 1
        var fragment = ByteRope()
        fragment.reserveSlices(runs.reduce(1) { $0 + $1.run.media.slices.count })
        fragment.append(ByteSlice(copying: header.bytes))
        var offsets: [UInt64] = []
        for (_, run) in runs {
            offsets.append(end + UInt64(fragment.count))
            fragment.append(run.media)
        }
        append(fragment)
        return offsets
    }

    mutating func append(_ rope: ByteRope) {
        guard rope.count > 0 else { return }
        end += UInt64(rope.count)
        operations.append(.append(rope))
    }
}
