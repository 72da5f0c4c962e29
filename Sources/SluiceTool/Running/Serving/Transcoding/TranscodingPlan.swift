import EncodingJobs
import Foundation
import GStreamerStages
import Media
import OnDemand
import Packaging
import PackagingStages
import ReadingStages
import Sluice
import StageKit
import SystemFiles

/// The jobs that encode the renditions of a movie: one for the first size and the audio, and one for each other size.
struct TranscodingPlan {
    let request: MovieEncoder.Request
    let tracks: SourceTracks
    /// The heights of the video to encode, and whether audio is encoded.
    private(set) var rungs: [LadderRung] = []
    private(set) var encodesAudio = false

    /// The maximum size of video, and the maximum duration.
    private static let (pixels, duration) = (8192 * 4320, MediaTime.seconds(24 * 3600))
    /// The duration of the decoder's buffer. The size of a segment can exceed the maximum bit rate by it.
    private static let buffer = MediaTime.seconds(1)
    /// The number of encoder threads. With several, the rate control of x264 depends on their timing.
    private static let threads = 1
    /// The number of segments of a portion of audio.
    private static let audioSegments: Int64 = 5

    /// Throws if the movie exceeds a limit.
    init(_ request: MovieEncoder.Request, _ tracks: SourceTracks) throws(StageError) {
        (self.request, self.tracks) = (request, tracks)
        let videos = tracks.entries(of: .video)
        if request.options.tracks.selects(.video), let video = videos.first {
            let isPlayable = tracks.isPlayable(.video)
            if !isPlayable || request.transcoding.when == .always { try addRungs(of: video, isPlayable: isPlayable) }
            guard rungs.isEmpty || videos.count == 1 else {
                throw StageError(
                    .unsupportedMedia, "'\(request.name)' has \(videos.count) video tracks, of which one can be encoded"
                )
            }
        }
        encodesAudio = request.options.tracks.selects(.audio) && !tracks.isPlayable(.audio)
        let longest = tracks.entries.compactMap(\.end).max() ?? .zero
        guard isEmpty || longest <= Self.duration else {
            throw StageError(.limitReached, "'\(request.name)' lasts longer than 24 h, and cannot be transcoded")
        }
    }

    private mutating func addRungs(of video: SourceTracks.Entry, isPlayable: Bool) throws(StageError) {
        let size = video.size ?? PixelSize(width: 1920, height: 1080)
        guard size.width * size.height <= Self.pixels else {
            throw StageError(.limitReached, "'\(request.name)' has video of \(size), and cannot be transcoded")
        }
        // Heights are those of landscape video.
        let lines = min(size.width, size.height)
        var sizes = request.transcoding.video.filter { isPlayable ? $0.height < lines : $0.height <= lines }
        if sizes.isEmpty, !isPlayable {
            var own = TranscodedVideo()
            own.height = min(1080, lines)
            own.bitRate = request.transcoding.video.first?.bitRate
            sizes = [own]
        }
        let measurement = LadderMeasurement(
            path: "", format: RawVideoFormat(pixelFormat: "I420", size: size, nominalFrameRate: video.frameRate))
        rungs = sizes.sorted { $0.height > $1.height }.map { wanted in
            var rung = LadderRung()
            let scaled = { (length: Int) in max(2, length * (wanted.height / 2 * 2) / max(1, lines) / 2 * 2) }
            let (width, height) = (scaled(size.width), scaled(size.height))
            rung.height = height
            rung.bitRate =
                wanted.bitRate ?? .kilobits(measurement.fixedRate(of: PixelSize(width: width, height: height)))
            rung.name = "video-\(min(width, height))p"
            return rung
        }
    }

    /// Whether all tracks are passed through.
    var isEmpty: Bool { rungs.isEmpty && !encodesAudio }

    /// The tracks that are passed through; nil for none.
    var passedTracks: TrackSelection? {
        var encoded: Set<MediaType> = encodesAudio ? [.audio] : []
        if !tracks.isPlayable(.video) { encoded.insert(.video) }
        return passesMedia || passesText ? request.options.tracks.excluding(encoded) : nil
    }

    /// Whether video or audio is passed through.
    private var passesMedia: Bool {
        let passesAudio = !encodesAudio && isPresented(.audio)
        return passesAudio || tracks.isPlayable(.video) && isPresented(.video)
    }

    private func isPresented(_ type: MediaType) -> Bool {
        request.options.tracks.selects(type) && !tracks.entries(of: type).isEmpty
    }

    private var passesText: Bool {
        request.options.tracks.selects(.text)
            && request.file.absolutePath.map { MediaReader.hasText(path: $0) } ?? false
    }

    /// Whether edits are applied exactly. Tracks that are passed through present all media in sequence.
    var appliesEdits: Bool { !passesMedia }

    /// The number of jobs.
    var count: Int { max(1, rungs.count) }

    /// The duration of the audio that is encoded at a time.
    var audioChunk: MediaTime { request.options.interval * Self.audioSegments }

    /// The maximum bit rate of the segments of a size, in bits per second.
    func bitRate(of rung: LadderRung) -> Int {
        let rate = Double(rung.bitRate?.bitsPerSecond ?? 0)
        return Int(rate * (1 + Self.buffer.seconds / max(0.1, request.options.interval.seconds)) * 1.02)
    }

    /// The pipeline of a job.
    func pipeline(_ job: Int) throws(StageError) -> Pipeline {
        guard let path = request.file.absolutePath else {
            throw StageError(.unreadableInput, "'\(request.name)' has no path, and cannot be transcoded")
        }
        let (interval, profile) = (request.options.interval, request.options.profile.rawValue)
        let rung = rungs.indices.contains(job) ? rungs[job] : nil
        let hasAudio = job == 0 && encodesAudio
        let codec = request.transcoding.audio.rawValue
        var types: Set<MediaType> = [.text]
        if rung == nil { types.insert(.video) }
        if !hasAudio { types.insert(.audio) }
        let selection = request.options.tracks.excluding(types)
        let source: OptionLiteral = [
            "path": OptionLiteral.value(path), "tracks": OptionLiteral.value(selection), "max-damage": 1_000_000_000,
            "edits": appliesEdits ? "apply" : "sequence",
        ]
        do throws(PipelineError) {
            return try Pipeline("transcode", catalogue: .tool) {
                PipelineStage("movie", use: "file.decode", with: source)
                if let rung {
                    PipelineStage(
                        "keyframes", use: "keyframe.force", from: "movie", with: ["interval": .value(interval)])
                    PipelineStage(
                        "video", use: "video.encode", from: "keyframes",
                        with: [
                            "rate-control": "capped", "vbv-buffer": .value(Self.buffer),
                            "threads": .value(Self.threads), "ladder": .value([rung]),
                        ])
                }
                if hasAudio {
                    PipelineStage("audio", use: "audio.encode", from: "movie", with: ["codec": .value(codec)])
                }
                PipelineStage(
                    "segments", use: "fmp4.segment",
                    from: rung == nil ? ["audio"] : hasAudio ? ["video", "audio"] : ["video"],
                    with: ["interval": .value(interval), "profile": .value(profile)])
                PipelineStage("playlists", use: "hls.playlist", from: "segments", with: ["type": "vod"])
                PipelineStage("folder", use: "file.folder", from: "playlists", with: ["path": "output"])
            }
        } catch {
            throw StageError(.invalidOptions, "'\(request.name)' cannot be transcoded: \(error)")
        }
    }
}
