import Foundation
import Media
import OutsidePrograms
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct FileReadTests {
    static func read(
        _ path: String, tracks: TrackSelection = .all, stop: StopSignal = StopSignal(),
        collector: Collector<Sample> = Collector()
    ) async throws -> Collector<Sample> {
        var options = DemuxedRead.Options()
        (options.path, options.tracks) = (path, tracks)
        try await DemuxedRead(options: options).run(output: collector, context: .alone(stop: stop))
        return collector
    }

    struct Container: CustomTestStringConvertible, Sendable {
        var name: String
        var bFrames: Int
        var testDescription: String { "\(name) with \(bFrames) b-frames" }
    }
    static let containers = ["mp4", "mkv", "ts", "flv", "mov"].flatMap { name in
        [0, 2, 4].map { Container(name: name, bFrames: $0) }
    }

    @Test(arguments: containers) func samplesMatchFile(container: Container) async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.\(container.name)", bFrames: container.bFrames)
        let collector = try await Self.read(path)
        #expect(collector.tracks.count == 2)
        #expect(Set(collector.endedTracks) == Set(collector.tracks.map(\.id)))
        for track in collector.tracks {
            let samples = collector.payloads(of: track.id)
            let packets = try probePackets(path, track.mediaType)
            let isVideo = track.mediaType == .video
            // The MP4 demuxer of GStreamer 1.22 drops the packet whose time, before the edit list is applied, is beyond
            // the list's end.
            let isCut =
                ["mp4", "mov"].contains(container.name) && track.mediaType == .audio
                && gstreamerMinorVersion() <= 22
            #expect(samples.count == packets.count - (isCut ? 1 : 0), "\(track.mediaType)")
            guard let first = samples.first, let firstPacket = packets.first else { continue }
            // Times are compared relative to the first frame: containers round them and start at an arbitrary time.
            for (sample, packet) in zip(samples, packets) {
                let time = (sample.presentationTime - first.presentationTime).seconds
                #expect(abs(time - (packet.presentation - firstPacket.presentation)) < 0.0011)
                #expect(sample.isSync == packet.isSync)
                if container.name != "ts" { #expect(sample.bytes.count == packet.size) }
                if isVideo { #expect(sample.presentationOffset >= 0) }
            }
            for (sample, next) in zip(samples, samples.dropFirst()) {
                #expect(next.decodeTicks > sample.decodeTicks)
                #expect(sample.decodeTicks + sample.duration == next.decodeTicks)
            }
        }
        try expectSameOffset(collector, path)
    }

    /// Expects the same offset between video and audio as in the file.
    private func expectSameOffset(_ collector: Collector<Sample>, _ path: String) throws {
        let first = { (type: MediaType) in
            try #require(
                collector.payloads.first { sample in
                    collector.tracks.contains { $0.id == sample.track && $0.mediaType == type }
                })
        }
        let probed = { (type: MediaType) in try #require(try probePackets(path, type).first).presentation }
        let ours = try first(.audio).presentationTime.seconds - first(.video).presentationTime.seconds
        #expect(abs(ours - (try probed(.audio) - probed(.video))) < 0.0011)
    }

    @Test(arguments: [true, false])
    func hevcIsReadWithItsSyncSamples(hasOpenGroups: Bool) async throws {
        let folder = try TestFolder()
        let path = folder.path("movie.mkv")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4", "-pix_fmt",
            "yuv420p", "-c:v", "libx265", "-x265-params", "log-level=error:keyint=25:open-gop=\(hasOpenGroups ? 1 : 0)",
            path)
        let collector = try await Self.read(path)
        guard case .codedVideo(let format)? = collector.tracks.first?.format, case .hevc = format.configuration else {
            Issue.record("not HEVC: \(collector.tracks)")
            return
        }
        #expect(collector.payloads.count == 100)
        #expect(collector.payloads.count { $0.isSync } == 4)
    }

    @Test func onlySelectedTracksAreRead() async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.mkv", seconds: 2)
        #expect(try await Self.read(path, tracks: .video).tracks.map(\.mediaType) == [.video])
        #expect(try await Self.read(path, tracks: .audio).tracks.map(\.mediaType) == [.audio])
    }

    @Test func aCodecThatCannotBePassedOnIsNamed() async throws {
        let folder = try TestFolder()
        let path = folder.path("movie.mkv")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-c:v",
            "mpeg4", path)
        let error = await #expect(throws: StageError.self) { try await Self.read(path) }
        #expect(error?.code == .unsupportedMedia)
        #expect(error?.message.contains("MPEG-4") == true, "\(error?.message ?? "")")
    }

    @Test func readingStopsOnRequest() async throws {
        let folder = try TestFolder()
        let path = try GStreamerTestMovies.make(folder, "movie.mkv")
        let stop = StopSignal()
        let collector = Collector<Sample>(onPayload: { if $0 == 20 { stop.raise() } })
        _ = try await Self.read(path, stop: stop, collector: collector)
        #expect(collector.endedTracks.count == 2)
        #expect(collector.payloads.count < 300)
    }
}
