package import Media

/// The samples of a movie, of fragments, or of a media segment with its initialization segment, track by track.
package struct SampleListing: Sendable {
    /// One sample with its properties in the container and its bitstream units.
    package struct Entry: Sendable, Hashable {
        package var trackID: UInt32
        /// The number of the sample in its track, from 1.
        package var number: Int
        package var sample: MovieSample
        /// The names of its bitstream units; empty for codecs that are not parsed.
        package var units: [String]

        package var presentationTicks: Int64 { sample.decodeTicks &+ sample.compositionOffset }
    }

    /// A track whose samples are listed.
    package struct ListedTrack: Sendable, Hashable {
        package var id: UInt32
        /// Ticks per second; nil without a movie box.
        package var timescale: Int32?
        /// The RFC 6381 codec string or the code of the sample entry; nil without a movie box.
        package var codec: String?
    }

    package let tracks: [ListedTrack]
    private let bytes: ByteSlice
    private var cursors: [(track: ListedTrack, cursor: SampleCursor, syntax: BitstreamSyntax?)]
    private var current = 0
    private var number = 0
    /// The reasons why the rest of a track is not listed, as messages.
    package private(set) var problems: [String] = []

    /// Lists the samples of `bytes`. A media segment requires its initialization segment for complete properties.
    package init(of bytes: ByteSlice, initialization: ByteSlice? = nil) throws(MovieFileError) {
        self.bytes = bytes
        let file = FileBytes(bytes)
        let header: MovieFile?
        if let initialization {
            header = try MovieFile(reading: initialization)
        } else {
            do throws(MovieFileError) { header = try MovieFile(reading: bytes) } catch {
                guard case .noMovieBox(.fragmentsOnly) = error else { throw error }
                header = nil
            }
        }
        let index =
            initialization == nil && header != nil
            ? header!.fragments : try FragmentIndex(scanning: file, defaults: header?.fragments.defaults ?? [:])
        if let header {
            cursors = header.tracks.map { track in
                let codec = track.format.map(\.inspectionName) ?? track.sampleEntryCode.description
                let listed = ListedTrack(id: track.id, timescale: track.timescale, codec: codec)
                let cursor = SampleCursor(file: file, tables: track.tables, trackID: track.id, fragments: index)
                return (listed, cursor, track.format.flatMap(BitstreamSyntax.init))
            }
        } else {
            cursors = Self.trackIDs(file, index).map { id in
                let cursor = SampleCursor(file: file, tables: SampleTables(file), trackID: id, fragments: index)
                return (ListedTrack(id: id), cursor, nil)
            }
        }
        tracks = cursors.map(\.track)
    }

    /// Returns the next sample; nil after the last sample of the last track.
    package mutating func next() -> Entry? {
        while current < cursors.count {
            if let sample = cursors[current].cursor.next() {
                number += 1
                let data = bytes.slice(sample.fileOffset..<sample.fileOffset + sample.size)
                let units = cursors[current].syntax?.unitNames(of: data) ?? []
                return Entry(trackID: cursors[current].track.id, number: number, sample: sample, units: units)
            }
            appendProblems(of: cursors[current].cursor, track: cursors[current].track.id)
            current += 1
            number = 0
        }
        return nil
    }

    /// Returns a listing of one track only, from its first sample on.
    package func filtered(toTrack trackID: UInt32) -> SampleListing {
        var listing = self
        listing.cursors = cursors.filter { $0.track.id == trackID }
        return listing
    }

    private mutating func appendProblems(of cursor: SampleCursor, track: UInt32) {
        if let missing = cursor.missing {
            problems.append(
                "track \(track): sample \(number + 1) has \(missing.size) bytes at offset \(missing.fileOffset), "
                    + "which exceed the file")
        }
        if let damage = cursor.damage { problems.append("track \(track): \(damage)") }
    }

    /// The tracks of the fragments, in the order of their first occurrence.
    private static func trackIDs(_ file: FileBytes, _ index: FragmentIndex) -> [UInt32] {
        var ids: [UInt32] = []
        for offset in index.offsets {
            guard let reader = FragmentReader(file, at: offset, defaults: [:]) else { continue }
            for id in reader.trackIDs where !ids.contains(id) && ids.count < MovieLimits.tracks { ids.append(id) }
        }
        return ids
    }
}

extension FragmentIndex {
    /// Finds the movie fragments of a file without a movie box, or whose movie box is not used.
    init(scanning file: FileBytes, defaults: [UInt32: SampleDefaults]) throws(MovieFileError) {
        var walk = BoxWalk(file, 0..<file.count)
        var offsets: [Int] = []
        var count = 0
        while let box = walk.next() {
            count += 1
            guard count <= MovieLimits.topLevelBoxes else {
                throw .tooLarge(what: "boxes in the file", limit: MovieLimits.topLevelBoxes)
            }
            if box.type == .moof, !box.isCutOff { offsets.append(box.offset) }
        }
        self.init(offsets: offsets, defaults: defaults, cutOffEnd: nil)
    }
}

extension FragmentReader {
    /// The tracks of the fragment.
    var trackIDs: [UInt32] {
        var walk = movieFragment.boxes()
        var ids: [UInt32] = []
        while let track = walk.next() {
            guard track.type == .traf, let header = track.first(TrackFragmentHeaderBox.self) else { continue }
            ids.append(TrackFragmentHeaderBox(readingPresentFieldsOf: header).trackID)
        }
        return ids
    }
}

extension MediaFormat {
    /// The codec string, or another name of the format.
    fileprivate var inspectionName: String {
        switch self {
        case .codedVideo(let format): format.configuration.codecString
        case .codedAudio(let format): format.configuration.codecString
        case .codedData(let format): CodecConfiguration.text(format)
        case .rawVideo(let format): format.pixelFormat
        case .rawAudio(let format): format.sampleFormat
        case .timedText: "wvtt"
        }
    }
}
