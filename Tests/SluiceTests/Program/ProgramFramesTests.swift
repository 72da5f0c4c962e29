import Foundation
import Media
import Sluice
import Synchronization
import Testing

/// Frames that the program draws, encoded and segmented, with the presentation in memory.
@Suite struct ProgramFramesTests {
    private static let track: Track = {
        let format = RawVideoFormat(
            pixelFormat: "I420", size: PixelSize(width: 128, height: 72), nominalFrameRate: Ratio(25, 1))
        return Track(id: Track.ID(rawValue: 7), format: .rawVideo(format), timescale: 25)
    }()

    private func makePipeline() throws -> Pipeline {
        try Pipeline("drawn") {
            PipelineStage("drawing", use: "program.frames")
            PipelineStage("keyframes", use: "keyframe.force", with: ["interval": .seconds(1)])
            PipelineStage("video", use: "video.encode", with: ["bitrate": .kilobits(200)])
            PipelineStage("segments", use: "fmp4.segment", with: ["interval": .seconds(1)])
            PipelineStage("playlists", use: "hls.playlist", with: ["type": "vod"])
            PipelineStage("memory", use: "program.resources")
        }
    }

    private func feed(_ input: FrameInput, count: Int) async throws {
        let pool = FramePool()
        guard case .rawVideo(let format) = Self.track.format else { return }
        try await input.open(Self.track)
        for index in 0..<count {
            let memory = try #require(pool.videoContent(format))
            var frame = Frame(
                track: Self.track.id, timescale: 25, presentationTicks: Int64(index), duration: 1, content: memory)
            try frame.withMutablePixels { pixels in
                for plane in pixels.planes.indices {
                    for row in 0..<pixels.planes[plane].rowCount {
                        pixels.withRow(row, ofPlane: plane) { values in
                            for column in values.indices { values[column] = UInt8(truncatingIfNeeded: row + index) }
                        }
                    }
                }
            }
            try await input.append(frame)
        }
        input.finish()
    }

    @Test func framesBecomeAPresentationInMemory() async throws {
        let pipeline = try makePipeline()
        let input = try pipeline.frameInput(of: "drawing")
        let resources = try pipeline.resources(of: "memory")
        let events = pipeline.events
        async let status = pipeline.run()
        async let feeding: Void = feed(input, count: 75)
        var files = PublishedFiles()
        var playlist: MediaPlaylistSnapshot?
        var variants: [MultivariantPlaylistSnapshot.Variant] = []
        for await resource in resources {
            files.apply(resource)
            switch resource.playlist?.content {
            case .media(let media) where resource.role == .mediaPlaylist && media.isComplete: playlist = media
            case .multivariant(let multivariant): variants = multivariant.variants
            default: break
            }
        }
        try await feeding
        #expect(try await status.phase == .finished)

        let segments = try #require(playlist).segments
        #expect(segments.map { $0.duration.seconds } == [1, 1, 1])
        #expect(variants.first?.resolution == PixelSize(width: 128, height: 72))
        let rendition = try #require(pipeline.status.renditions.first)
        #expect(rendition.sink == "memory" && rendition.segments == 3 && rendition.seconds == 3)

        let published = await events.reduce(into: [PublishedSegment]()) {
            if case .segmentPublished(let segment) = $1 { $0.append(segment) }
        }
        #expect(published.map { $0.duration.seconds } == [1, 1, 1])
        #expect(published.allSatisfy { files[$0.path]?.content.count == $0.byteCount })
        try await judge(files)
    }

    /// Requires that ffprobe decodes the files as 75 frames.
    private func judge(_ files: PublishedFiles) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in files.paths {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(try #require(files[path]).content.bytes).write(to: file)
        }
        let index = try #require(files.paths.first { $0.hasSuffix("index.m3u8") && !$0.contains("/") })
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
            "stream=nb_read_frames", "-of", "default=nw=1:nk=1", folder.appending(path: index).path,
        ]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.split(separator: "\n").first == "75", "\(text)")
    }

    @Test func stopFinishesThePresentation() async throws {
        let pipeline = try makePipeline()
        let input = try pipeline.frameInput(of: "drawing")
        let ended = Mutex(false)
        try pipeline.onResource(of: "memory") { resource in
            if case .media(let playlist)? = resource.playlist?.content, playlist.isComplete {
                ended.withLock { $0 = true }
            }
        }
        let events = pipeline.events
        let task = Task { try await pipeline.run() }
        let feeding = Task { try await feed(input, count: 100_000) }
        for await event in events {
            if case .segmentPublished = event { break }
        }
        task.cancel()
        #expect(try await task.value.phase == .stopped)
        #expect(ended.withLock { $0 })
        await #expect(throws: PipelineInputError.ended) { try await feeding.value }
    }
}
