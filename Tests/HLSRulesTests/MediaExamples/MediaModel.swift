import ISOMedia
import Media

/// Media that examples are made of: renditions with tracks, cut into segments, each of which can be made wrong in one way.
struct MediaModel: Sendable {
    var renditions: [Rendition]
    /// Whether a multivariant playlist names the renditions; a single one stands for itself.
    var isPresentation = true
    /// Whether the playlists end.
    var isEnded = true

    struct Rendition: Sendable {
        /// The name of its folder.
        var name: String
        /// `variant`, `audio` or `subtitles`.
        var kind = Kind.variant
        var tracks: [Track]
        var segments: [Segment] = []
        var target = 4
        var brands = FileBrands(major: "iso6", compatible: ["iso6", "mp41"])
        /// Boxes of the media that come before the fragments of every segment.
        var prefix: [UInt8] = []
        /// Lines of the playlist before its segments.
        var headLines: [String] = ["#EXT-X-INDEPENDENT-SEGMENTS"]
        /// Whether an I-frame playlist goes with it.
        var hasIFrames = false
        /// Other initialization sections, by the number of the segment that they come before.
        var changes: [Int: [Track]] = [:]
        /// Whether every fragment is a part.
        var hasParts = false
        /// The text of WebVTT segments; nil for media.
        var text: String?
        /// What segments are written as.
        var container = Container.fragments
        /// What every segment is encrypted with, by METHOD=AES-128 and a vector of zeros.
        var key: [UInt8]?
        /// Programs that a transport stream's table names.
        var programs = 1
        /// The part of its segments that is listed.
        var listed: Int?
    }

    enum Kind: Sendable { case variant, audio, subtitles }

    struct Track: Sendable {
        var description: TrackDescription
        var sampleDuration: UInt32
        /// In each segment, one entry for each segment.
        var sampleCounts: [Int]
        /// In bytes; the first sample and the one in the middle are larger for pictures.
        var sampleSize: Int
        var syncSize: Int?
        var hasLoudness = true
        var isEncrypted = false
        /// Where times begin in transport streams and packed sound, in ticks.
        var start: UInt64 = 0
        /// The first bytes of a sync sample and of others.
        var syncHead: [UInt8] = [0x65]
        var otherHead: [UInt8] = [0x41]
        var hasLengths: Bool { syncSize != nil }
    }

    struct Segment: Sendable {
        var fragments: [Fragment]
        /// In seconds with six decimals; what the first track lasts unless said.
        var duration: String
        /// Lines before EXTINF.
        var lines: [String] = []
        /// Bytes behind the last box.
        var suffix: [UInt8] = []
    }

    struct Fragment: Sendable {
        var number: UInt32
        var runs: [Run]
        /// How many bytes of the media are left out at the end.
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
        /// Whether the samples are in two runs, the second of which does not say where it begins.
        var isSplit = false
        var hasEncryption = false
    }

    struct Sample: Sendable {
        var duration: UInt32
        var size: Int
        var isSync: Bool
        var offset: Int32 = 0
        var head: [UInt8]
        /// Whether a length stands before the head, as for NAL units.
        var hasLength: Bool
    }

    /// Cuts the tracks of all renditions into segments.
    mutating func cut() {
        for index in renditions.indices where renditions[index].text == nil { renditions[index].cut() }
    }
}

extension MediaModel.Rendition {
    mutating func cut() {
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

    /// Two fragments of equal length.
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
