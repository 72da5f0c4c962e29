import ISOMedia
import Media

/// A model of media for examples: segmented renditions with tracks, made for the introduction of single errors.
struct MediaModel: Sendable {
    var renditions: [Rendition]
    /// Whether a multivariant playlist lists the renditions; otherwise there is a single media playlist.
    var isPresentation = true
    /// Whether the playlists are complete.
    var isEnded = true

    struct Rendition: Sendable {
        /// The name of the folder.
        var name: String
        /// The role of the rendition.
        var kind = Kind.variant
        var tracks: [Track]
        var segments: [Segment] = []
        var target = 4
        var brands = FileBrands(major: "iso6", compatible: ["iso6", "mp41"])
        /// Bytes before the fragments of every segment.
        var prefix: [UInt8] = []
        /// Playlist lines before the segments.
        var headLines: [String] = ["#EXT-X-INDEPENDENT-SEGMENTS"]
        /// Whether there is an I-frame playlist.
        var hasIFrames = false
        /// Changed initialization sections, by the number of the following segment.
        var changes: [Int: [Track]] = [:]
        /// Whether every fragment is a part.
        var hasParts = false
        /// The text of WebVTT segments; nil for media.
        var text: String?
        /// The format of the segments.
        var container = Container.fragments
        /// The AES-128 key for all segments, with a zero initialization vector; nil for clear segments.
        var key: [UInt8]?
        /// The number of programs in a transport stream's PAT.
        var programs = 1
        /// The number of listed segments; nil for all.
        var listed: Int?
    }

    enum Kind: Sendable { case variant, audio, subtitles }

    struct Track: Sendable {
        var description: TrackDescription
        var sampleDuration: UInt32
        /// The number of samples in each segment.
        var sampleCounts: [Int]
        /// The sample size in bytes; in video, sync samples are larger.
        var sampleSize: Int
        var syncSize: Int?
        var hasLoudness = true
        var isEncrypted = false
        /// The first timestamp of transport streams and packed audio, in ticks.
        var start: UInt64 = 0
        /// The first bytes of sync samples; `otherHead` is used for other samples.
        var syncHead = ValidMedia.instantaneous
        var otherHead = ValidMedia.predicted
        var hasLengths: Bool { syncSize != nil }
    }

    struct Segment: Sendable {
        var fragments: [Fragment]
        /// The EXTINF duration in seconds with six decimals; by default the duration of the first track.
        var duration: String
        /// Lines before EXTINF.
        var lines: [String] = []
        /// Bytes after the last box.
        var suffix: [UInt8] = []
    }

    struct Fragment: Sendable {
        var number: UInt32
        var runs: [Run]
        /// The number of bytes missing at the end of the media.
        var missing = 0
    }

    struct Run: Sendable {
        var trackID: UInt32
        var time: UInt64
        var samples: [Sample]
        var hasDefaultBase = true
        var hasTime = true
        var timeVersion: UInt8 = 1
        var runVersion: UInt8 = 1
        /// Whether the samples are split into two runs, the second without a data offset.
        var isSplit = false
        var hasEncryption = false
    }

    struct Sample: Sendable {
        var duration: UInt32
        var size: Int
        var isSync: Bool
        var offset: Int32 = 0
        var head: [UInt8]
        /// Whether a length precedes the head, as for NAL units.
        var hasLength: Bool
    }

    /// Segments the tracks of all renditions.
    mutating func segmentTracks() {
        for index in renditions.indices where renditions[index].text == nil { renditions[index].segmentTracks() }
    }
}

extension MediaModel.Rendition {
    mutating func segmentTracks() {
        let count = tracks[0].sampleCounts.count
        var times = tracks.map { _ in UInt64(0) }
        segments = (0..<count).map { segment in
            let runs = tracks.indices.map { index in
                let track = changes.filter { $0.key <= segment }.max { $0.key < $1.key }?.value[index] ?? tracks[index]
                let samples = track.samples(segment)
                defer { times[index] += samples.reduce(0) { $0 + UInt64($1.duration) } }
                return MediaModel.Run(
                    trackID: track.description.id, time: times[index], samples: samples,
                    hasEncryption: track.isEncrypted)
            }
            let seconds = MediaTime(
                value: Int64(runs[0].samples.reduce(0) { $0 + UInt64($1.duration) }),
                timescale: Int32(tracks[0].description.timescale))
            let fragments =
                hasParts ? Self.halves(runs, number: segment) : [.init(number: UInt32(segment + 1), runs: runs)]
            return MediaModel.Segment(fragments: fragments, duration: seconds.decimal(places: 6))
        }
    }

    /// Returns two fragments of equal duration.
    private static func halves(_ runs: [MediaModel.Run], number: Int) -> [MediaModel.Fragment] {
        let first = runs.map { run in
            var run = run
            run.samples = Array(run.samples.prefix(run.samples.count / 2))
            return run
        }
        let second = zip(runs, first).map { run, first in
            var run = run
            run.samples = Array(run.samples.dropFirst(first.samples.count))
            run.time += first.samples.reduce(0) { $0 + UInt64($1.duration) }
            return run
        }
        return [
            .init(number: UInt32(2 * number + 1), runs: first), .init(number: UInt32(2 * number + 2), runs: second),
        ]
    }
}

extension MediaModel.Track {
    func samples(_ segment: Int) -> [MediaModel.Sample] {
        let count = sampleCounts[segment]
        return (0..<count).map { index in
            let isSync = syncSize == nil || index == 0 || index == count / 2
            let size = isSync ? syncSize ?? sampleSize : sampleSize
            return MediaModel.Sample(
                duration: sampleDuration, size: size, isSync: isSync, head: isSync ? syncHead : otherHead,
                hasLength: hasLengths)
        }
    }
}
