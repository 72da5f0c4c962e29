import ISOMedia
package import Media

/// Encrypts the samples of one rendition in one key period: its initialization segment, and media segments or parts in
/// decode order.
package struct FragmentEncryptor: Sendable {
    /// The initialization segment with protected sample entries.
    package let initialization: [UInt8]
    /// The number of coded slices and tiles that stayed clear, because their sample has more than `saiz` can describe.
    package private(set) var omittedCount = 0
    private var tracks: [UInt32: EncryptedTrack] = [:]
    private let defaults: [UInt32: SampleDefaults]
    /// The `pssh` boxes of each fragment.
    private let fragmentSystems: [UInt8]

    /// Prepares the encryption of the tracks for which `protection` returns a value, by their format.
    ///
    /// `systems` are complete `pssh` boxes. With `describesFragments`, each fragment repeats them and describes the key of
    /// its samples in a `seig` group, so that it can follow the initialization segment of another key period. Throws for codecs that cannot be encrypted, and for initialization segments
    /// that are already encrypted.
    package init(
        _ initialization: ByteSlice, systems: [UInt8] = [], describesFragments: Bool = false,
        protection: (MediaFormat) throws(ProtectionError) -> TrackProtection?
    ) throws(ProtectionError) {
        let movie: MovieFile
        do { movie = try MovieFile(reading: initialization) } catch { throw .box(.moov, reason: "\(error)") }
        defaults = movie.fragmentDefaults
        var tracks: [UInt32: EncryptedTrack] = [:]
        var protections: [Int: TrackProtection] = [:]
        for (index, track) in movie.tracks.enumerated() {
            guard !track.isEncrypted else { throw .box(.sinf, reason: "track \(track.id) is already encrypted") }
            guard let format = track.format else { throw .codec(track.sampleEntryCode) }
            guard let protection = try protection(format) else { continue }
            guard track.sampleEntryCount == 1 else {
                throw .box(SampleDescriptionBox.type, reason: "track \(track.id) has several sample entries")
            }
            let mapper = try SampleMapper(format, protection.scheme, vectorSize: protection.vectorSize)
            var encrypted = EncryptedTrack(protection: protection, mapper: mapper, nextVector: protection.vector)
            if describesFragments {
                let defaults = ProtectedSampleEntry.encryption(protection, isVideo: track.mediaType == .video)
                encrypted.group = SampleEncryptionProperties(defaults).groupDescription
            }
            tracks[track.id] = encrypted
            protections[index] = protection
        }
        self.tracks = tracks
        fragmentSystems = describesFragments ? systems : []
        self.initialization = try InitializationEditing.replacingEntries(of: initialization, systems: systems) {
            index, entry throws(ProtectionError) in
            guard let protection = protections[index] else { return entry }
            let isVideo = movie.tracks[index].mediaType == .video
            let protected = ProtectedSampleEntry.protecting(entry, protection, isVideo: isVideo)
            // A damaged box would contain the protection, for example if it extends to the end of the entry.
            guard try ProtectedSampleEntry.description(of: protected) != nil else {
                throw .box(.sinf, reason: "a damaged box precedes it in the sample entry")
            }
            return protected
        }
    }

    /// Returns a media segment, or a part of one, with encrypted samples. Its media are copied once.
    ///
    /// Throws if a sample cannot be parsed; the samples after it must not be passed then.
    package mutating func encrypt(_ segment: ByteRope) throws(ProtectionError) -> ByteRope {
        try prepare(segment).encrypted(memory: SystemMemory())
    }

    /// Determines the vectors and subsamples of a media segment, or a part of one, and its new movie fragment boxes.
    ///
    /// Segments have to be prepared in decode order, and can be encrypted at the same time. Throws if a sample cannot be
    /// parsed; the samples after it must not be passed then.
    package mutating func prepare(_ segment: ByteRope) throws(ProtectionError) -> PreparedSegment {
        let reader = RopeReader(segment)
        var prepared = PreparedSegment(reader)
        let boxes = try reader.boxes()
        var index = 0
        while index < boxes.count {
            let box = boxes[index]
            index += 1
            switch box.type {
            case .moof:
                let start = index
                while index < boxes.count, boxes[index].type != .moof { index += 1 }
                let end = index > start ? boxes[index - 1].range.upperBound : box.range.upperBound
                prepared.append(try prepareFragment(reader, box.range, end: end))
            case SegmentIndexBox.type: throw .box(box.type, reason: "segments with an index are not supported")
            // Media without a description would stay clear.
            case .mdat: throw .box(box.type, reason: "media precede their movie fragment")
            default: prepared.append(box.range)
            }
        }
        return prepared
    }

    private mutating func prepareFragment(
        _ reader: RopeReader, _ box: Range<Int>, end: Int
    ) throws(ProtectionError) -> PreparedSegment.Fragment {
        let header = reader.slice(box)
        let layout: FragmentLayout
        do { layout = try FragmentLayout(header, available: end - box.lowerBound, defaults: defaults) } catch {
            throw .box(.moof, reason: "\(error)")
        }
        var plans: [UInt32: TrackFragmentProtection] = [:]
        for track in layout.tracks where tracks[track.trackID] != nil {
            plans[track.trackID] = try plan(track, reader, offset: box.lowerBound)
        }
        try Self.requireDisjointSamples(layout)
        let writer = ProtectedFragmentWriter(header: header.bytes, layout: layout)
        var fragment = PreparedSegment.Fragment(
            header: try writer.bytes(adding: plans.mapValues(\.boxes), systems: fragmentSystems), formerHeader: box,
            media: box.upperBound..<end)
        for track in layout.tracks {
            guard let plan = plans[track.trackID], let protection = tracks[track.trackID]?.protection else { continue }
            fragment.tracks.append(
                PreparedSegment.Track(
                    cipher: SampleCipher(protection, isVideo: plan.hasSubsamples),
                    ranges: track.samples.map { $0.lowerBound - box.count..<$0.upperBound - box.count },
                    samples: plan.samples))
        }
        return fragment
    }

    /// The vectors of the next samples under `cenc` in the order of the track_IDs; empty for `cbcs`.
    package var nextVectors: [InitializationVector] {
        tracks.sorted { $0.key < $1.key }.map(\.value).filter { $0.protection.scheme == .cenc }.map(\.nextVector)
    }

    /// Determines vectors and subsamples of a track's samples.
    private mutating func plan(
        _ fragment: FragmentLayout.Track, _ reader: RopeReader, offset: Int
    ) throws(ProtectionError) -> TrackFragmentProtection {
        guard var track = tracks[fragment.trackID] else { preconditionFailure("the track is protected") }
        var samples: [SampleProtection] = []
        samples.reserveCapacity(fragment.samples.count)
        for (index, range) in fragment.samples.enumerated() {
            let sample = reader.slice(offset + range.lowerBound..<offset + range.upperBound)
            do throws(BitstreamError) {
                let map = try sample.withUnsafeBytes { bytes throws(BitstreamError) in try track.mapper.map(bytes) }
                omittedCount += map.omittedCount
                samples.append(SampleProtection(vector: track.nextVector, subsamples: map.entries))
                track.advance(by: map.protectedCount(size: range.count))
            } catch {
                throw .sample(index: index, reason: "\(error)")
            }
        }
        tracks[fragment.trackID] = track
        return TrackFragmentProtection(
            samples: samples, vectorSize: track.protection.vectorSize, hasSubsamples: track.mapper.hasSubsamples,
            group: track.group)
    }

    /// Throws if samples overlap: a byte would be encrypted twice.
    private static func requireDisjointSamples(_ layout: FragmentLayout) throws(ProtectionError) {
        var end = 0
        for range in layout.tracks.flatMap(\.samples).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard range.lowerBound >= end else { throw .box(TrackRunBox.type, reason: "samples overlap") }
            end = range.upperBound
        }
    }
}
