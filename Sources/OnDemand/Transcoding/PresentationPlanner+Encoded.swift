import Media
import ProtectionStages
import StageKit

// Renditions whose segments are encoded when they are requested.
extension PresentationPlanner {
    /// Bytes that stand for media which are not encoded yet.
    private static let blank = ByteSlice(copying: [UInt8](repeating: 0, count: 1 << 20))
    /// The identifiers of tracks that are encoded, which differ from those of movies.
    private static let firstTrack: UInt32 = 0x4000_0000

    /// Throws `invalid-options` if encoded renditions contradict the options.
    static func validateEncoding(_ input: PresentationInput, _ options: MoviePresentationOptions) throws(StageError) {
        guard let encoded = input.encoded, !encoded.renditions.isEmpty else { return }
        let problem: String? =
            if options.selection.range != nil {
                "no range of time can be selected, because its media are transcoded; omit start and end"
            } else if options.isSingleFile {
                "transcoded media cannot be single files"
            } else {
                nil
            }
        if let problem { throw StageError(.invalidOptions, "'\(input.name)': \(problem)") }
    }

    /// Adds the encoded renditions to the playlists, with the bit rate that is their limit.
    mutating func receiveEncoded() throws {
        guard let encoded = media.input.encoded else { return }
        var next = Self.firstTrack
        for (position, source) in encoded.renditions.enumerated() {
            var rendition = source.rendition
            let selection = options.selection.tracks
            rendition.tracks.removeAll { track in
                guard let selection else { return false }
                return !selection.selects(track.mediaType, language: track.language, number: Int(track.id.rawValue))
            }
            guard !rendition.tracks.isEmpty else {
                encodedFormats.append(nil)
                continue
            }
            for index in rendition.tracks.indices {
                rendition.tracks[index].id = Track.ID(rawValue: next)
                next += 1
            }
            let start = Segment(
                rendition: rendition, kind: .initialization, index: 0, data: source.initialization,
                report: SegmentReport(kind: .initialization))
            var (listed, format) = (start, RequestedEncryption.Format?.none)
            if let encryption, RequestedEncryption.applies(to: rendition) {
                (listed, format) = try encryption.format(of: start)
            }
            encodedFormats.append(format)
            try list(listed, nil)
            for (index, planned) in source.segments.enumerated() {
                segmentCount += 1
                try validate()
                let segment = standIn(for: planned, index, of: rendition, bitRate: source.bitRate)
                try list(
                    try format?.announce(segment, start: planned.start) ?? segment,
                    .encoded(rendition: position, index: index))
            }
        }
    }

    /// The expected number of samples of video, from which playlists derive the frame rate.
    private static func sampleCount(_ duration: MediaTime, _ format: MediaFormat?) -> Int {
        guard case .codedVideo(let video)? = format, let rate = video.nominalFrameRate?.value else { return 1 }
        return max(1, Int((duration.seconds * min(rate, 1000)).rounded()))
    }

    private func standIn(
        for planned: EncodedMovie.Segment, _ index: Int, of rendition: Rendition, bitRate: Int
    ) -> Segment {
        let size = max(1, Int(planned.duration.seconds * Double(bitRate) / 8))
        var data = ByteRope()
        while data.count < size {
            data.append(Self.blank.slice(0..<min(Self.blank.count, size - data.count)))
        }
        let tracks = rendition.tracks.map { track in
            SegmentReport.TrackReport(
                trackID: track.id, mediaType: track.mediaType, earliestPresentationTime: planned.start,
                duration: planned.duration, sampleCount: Self.sampleCount(planned.duration, track.format))
        }
        return Segment(
            rendition: rendition, kind: .separable, index: index, data: data,
            report: SegmentReport(kind: .separable, tracks: tracks))
    }
}
