import ISOMedia
import Media

/// Where things lie in a movie file that is being written, and what is to be done to it.
///
/// `ftyp`, then a free box: the room that later becomes the header of the one media box, or holds the movie box in
/// front. Then a regular movie has the header of its media box and the media; a fragmented one has its first movie
/// box and the fragments.
struct MovieLayout: Sendable {
    /// Where the free box begins.
    private(set) var roomOffset: UInt64 = 0
    /// Where it ends, the header of a regular movie's media box included.
    private(set) var bodyOffset: UInt64 = 0
    /// Where the first chunk or fragment begins.
    private(set) var mediaOffset: UInt64 = 0
    /// Where the next byte goes.
    private(set) var end: UInt64 = 0
    private(set) var hasStarted = false
    private var sequenceNumber: UInt32 = 1
    private var lateTracks: Set<UInt32> = []
    private var operations: [FileOperation] = []

    var hasOperations: Bool { !operations.isEmpty }

    mutating func takeOperations() -> [FileOperation] {
        defer { operations.removeAll(keepingCapacity: true) }
        return operations
    }

    mutating func perform(_ operation: FileOperation) { operations.append(operation) }

    /// Whether the movie had begun before the track's first sample came.
    func isLate(_ track: MovieTrackAssembly) -> Bool { lateTracks.contains(track.trackID) }

    /// Begins the file: `room` bytes beyond those of a media header, and the first movie box of a fragmented movie.
    mutating func start(
        _ settings: MovieSettings, room: Int, movieBox: [UInt8]?, lateTracks: Set<UInt32>
    ) {
        var writer = ByteWriter(capacity: 64 + room)
        writer.write(contentsOf: settings.fileType.brands.fileTypeBox)
        roomOffset = UInt64(writer.count)
        let isPlain = room == 0 && movieBox == nil && settings.fileType == .mov
        let freeSize = movieBox == nil ? 8 + room : 16 + room
        writer.box(isPlain ? "wide" : "free") { $0.writeZeros(freeSize - 8) }
        // A size of 0 reaches to the end of the file.
        if movieBox == nil {
            writer.write(UInt32(0))
            writer.write("mdat" as FourCC)
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

    /// Adds a chunk and says where it begins.
    mutating func append(_ media: ByteRope, alignedTo alignment: Int) -> UInt64 {
        if alignment > 1, end % UInt64(alignment) > 0 {
            let padding = UInt64(alignment) - end % UInt64(alignment)
            append(ByteRope([UInt8](repeating: 0, count: Int(padding))))
        }
        let offset = end
        append(media)
        return offset
    }

    /// Adds a movie fragment of these runs and says where the media of each begin.
    mutating func append(
        fragmentOf runs: [(track: MovieTrackAssembly, run: MovieRun)]
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
