import Media
import Sluice
import StageTesting
import Testing

/// Two sources on one transform, the second of which announces its track after the first has sent several segments of media.
@Suite struct LateSourceTests {
    private func track(_ id: UInt32, _ language: String) -> Track {
        let format = CodedAudioFormat(
            configuration: .aac(AudioSpecificConfig(bytes: [0x11, 0x90])), sampleRate: 48000, channelCount: 2,
            framesPerPacket: 1024)
        var track = Track(id: Track.ID(rawValue: id), format: .codedAudio(format), timescale: 48000)
        track.language = language
        return track
    }

    /// Labels the tracks first, or segments them directly.
    private func makePipeline(isLabelled: Bool) throws -> Pipeline {
        try Pipeline {
            PipelineStage("first", use: "program.samples")
            PipelineStage("second", use: "program.samples")
            if isLabelled {
                PipelineStage(
                    "label", use: "track.label", from: ["first", "second"],
                    with: ["tracks": [["type": "audio", "name": "Sound"]]])
            }
            PipelineStage(
                "segments", use: "fmp4.segment", from: isLabelled ? ["label"] : ["first", "second"],
                with: ["interval": .seconds(1)])
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "vod"])
            PipelineStage("memory", use: "program.resources")
        }
    }

    @Test(arguments: [true, false]) func bothTracksHaveAllTheirMedia(isLabelled: Bool) async throws {
        let pipeline = try makePipeline(isLabelled: isLabelled)
        let inputs = try ["first", "second"].map { try pipeline.sampleInput(of: $0) }
        let resources = try pipeline.resources(of: "memory")
        async let status = pipeline.run()
        async let feeding: Void = feed(inputs)
        var playlists: [String] = []
        for await resource in resources where resource.role == .mediaPlaylist {
            guard case .store(let content) = resource.action else { continue }
            playlists.append(String(decoding: content.bytes, as: UTF8.self))
        }
        try await feeding
        #expect(try await status.succeeded)
        #expect(playlists.count == 2)
        for playlist in playlists {
            #expect(playlist.split(separator: "\n").count { $0.hasPrefix("#EXTINF") } == 5, "\(playlist)")
            #expect(!playlist.contains("#EXT-X-DISCONTINUITY\n") && !playlist.contains("#EXT-X-GAP"), "\(playlist)")
        }
    }

    private func feed(_ inputs: [SampleInput]) async throws {
        for (input, track) in zip(inputs, [track(1, "en"), track(2, "fr")]) {
            try await input.open(track)
            for sample in Sample.scripted(track, count: 234, duration: 1024) { try await input.append(sample) }
        }
        for input in inputs { input.finish() }
    }
}
