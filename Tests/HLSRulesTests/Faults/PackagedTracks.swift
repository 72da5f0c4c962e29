import Media
import PackagingStages
import StageKit
import StageTesting
import Foundation

/// The tracks of packaged presentations, with parameter sets of real encoders and samples of equal size.
struct PackagedTracks: Sendable {
    private(set) var tracks: [Track] = []
    private(set) var samples: [Sample] = []

    /// Two sizes of video with 30 frames and one sync sample per second, and audio.
    init(seconds: Int, isLive: Bool = false, sizes: Int = 2) {
        let sources = [
            (ValidMedia.high, PixelSize(width: 640, height: 360)),
            (ValidMedia.main, PixelSize(width: 320, height: 180)),
        ]
        for (index, (record, size)) in sources.prefix(sizes).enumerated() {
            let format = CodedVideoFormat(
                configuration: .avc(AVCDecoderConfiguration(bytes: record)), size: size, colour: .bt709)
            var track = Track(
                id: Track.ID(rawValue: UInt32(index + 1)), format: .codedVideo(format), timescale: 15_360)
            track.maximumSyncInterval = .seconds(1)
            if isLive { track.liveOrigin = .zero }
            add(track, count: seconds * 30, duration: 512, syncEvery: 30, size: 160 >> index)
        }
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48_000, channelCount: 2,
            framesPerPacket: 1024)
        var track = Track(id: Track.ID(rawValue: 3), format: .codedAudio(format), timescale: 48_000)
        track.language = "en"
        if isLive { track.liveOrigin = .zero }
        add(track, count: seconds * 48_000 / 1024, duration: 1024, syncEvery: 1, size: 50)
        samples.sort { ($0.decodeTime, $0.track) < ($1.decodeTime, $1.track) }
    }

    private mutating func add(_ track: Track, count: Int, duration: Int64, syncEvery: Int, size: Int) {
        tracks.append(track)
        for index in 0..<count {
            let isSync = index % syncEvery == 0
            var bytes: [UInt8] = [0x21] + [UInt8](repeating: 0x55, count: size)
            if track.mediaType == .video {
                let head = isSync ? ValidMedia.instantaneous : ValidMedia.predicted
                let content = head + [UInt8](repeating: UInt8(index % 251) | 1, count: isSync ? size * 5 : size)
                bytes = [0, 0, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
            }
            samples.append(
                Sample(
                    track: track.id, timescale: track.timescale, decodeTicks: Int64(index) * duration,
                    duration: duration, flags: isSync ? .sync : .predicted, bytes: ByteSlice(copying: bytes)))
        }
    }

    /// Adds the cues of a subtitle file.
    mutating func addText(_ text: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sluice-fault-\(UUID().uuidString).vtt")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        var options = ReadText.Options()
        options.path = file.path
        let outlet = CollectingOutlet<Sample>()
        try await ReadText(options: options).run(output: outlet, context: StageContext(stageName: "text"))
        for message in outlet.messages {
            switch message {
            case .track(var track):
                track.language = "en"
                track.id = Track.ID(rawValue: 9)
                tracks.append(track)
            case .payload(var sample):
                sample.track = Track.ID(rawValue: 9)
                samples.append(sample)
            default: break
            }
        }
        samples.sort { ($0.decodeTime, $0.track) < ($1.decodeTime, $1.track) }
    }
}
