import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// Decoded outputs, compared with ffmpeg's decoding of the same files.
@Suite struct DecodingTests {
    @Test func framesAreInOrderWithMovieTimes() async throws {
        let folder = try TestFolder()
        let (reader, output) = try Asset(url: AssetTestMovies.make(folder)).reading(.video, .video)
        let frames = try await output.allFrames()
        #expect(frames.map(\.presentationTime) == (0..<300).map { MediaTime(value: $0, timescale: 30) })
        #expect(
            frames.allSatisfy {
                MediaTime(value: $0.duration, timescale: $0.timescale) == MediaTime(value: 1, timescale: 30)
            })
        #expect(frames.allSatisfy { $0.content.byteCount == 160 * 96 * 3 / 2 })
        #expect(reader.status == .completed && reader.error == nil)
    }

    /// All decodable frames are returned before the error, which contains the number of lost ones.
    @Test func aDamagedTrackFailsAfterItsLastFrame() async throws {
        let folder = try TestFolder()
        var data = try Data(contentsOf: URL(filePath: AssetTestMovies.make(folder).path))
        let middle = data.count / 3
        // No length field of a NAL unit remains intact.
        data.replaceSubrange(middle..<middle + data.count / 8, with: [UInt8](repeating: 0xa5, count: data.count / 8))
        let damaged = folder.url("damaged.mp4")
        try data.write(to: damaged)
        let (reader, output) = try Asset(url: FileURL(fileURLWithPath: damaged.path)).reading(.video, .video)
        var count = 0
        while await output.nextFrame() != nil { count += 1 }
        #expect((100..<300).contains(count))
        #expect(reader.status == .failed)
        let error = try #require(reader.error)
        #expect("\(error)".contains("\(300 - count) of 300 frames lost"), "\(error)")
    }

    @Test func pixelsMatchFFmpeg() async throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 2)
        try command("ffmpeg", "-v", "error", "-i", movie.path, "-map", "0:v", "-f", "rawvideo", folder.path("raw"))
        let expected = try Data(contentsOf: folder.url("raw"))
        let settings = ReaderOutputSettings.video(VideoFrameSettings(pixelFormat: .yuv420Planar))
        let (_, output) = try Asset(url: movie).reading(.video, settings)
        var decoded = Data()
        for frame in try await output.allFrames() {
            decoded.append(contentsOf: try #require(frame.content.bytes).bytes)
        }
        #expect(decoded == expected)
    }

    /// The edit list removes the encoder's priming and ends the audio with the movie.
    @Test func audioMatchesEditList() async throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, seconds: 3)
        let settings = ReaderOutputSettings.audio(AudioFrameSettings(isFloat: true))
        let (reader, output) = try Asset(url: movie).reading(.audio, settings)
        let frames = try await output.allFrames()
        #expect(reader.status == .completed)
        #expect(frames.first?.presentationTime == .zero)
        #expect(frames.reduce(0) { $0 + $1.duration } == 3 * 48_000)
        for (frame, next) in zip(frames, frames.dropFirst()) {
            #expect(frame.presentationTicks + frame.duration == next.presentationTicks)
        }
        try command(
            "ffmpeg", "-v", "error", "-i", movie.path, "-map", "0:a", "-f", "f32le", "-t", "3", folder.path("raw"))
        let expected = try floats(Data(contentsOf: folder.url("raw")))
        let decoded = try frames.flatMap { try floats(Data(#require($0.content.bytes).bytes)) }
        let difference = zip(decoded, expected).map { abs($0 - $1) }.max()
        #expect(decoded.count == expected.count)
        #expect(try #require(difference) < 1e-4)
    }

    @Test(arguments: [(3, 4), (1, 9)]) func aTimeRangeIsDecodedExactly(start: Int64, end: Int64) async throws {
        let folder = try TestFolder()
        let asset = try Asset(url: AssetTestMovies.make(folder))
        let range = MediaTimeRange(
            start: MediaTime(value: start * 10 + 1, timescale: 10), duration: .seconds(end - start))
        let (_, pictures) = try asset.reading(.video, .video, range)
        let frames = try await pictures.allFrames()
        #expect(frames.first?.presentationTime == range.start)
        #expect(frames.count == 30 * Int(end - start))
        let (_, sound) = try asset.reading(.audio, .audio, range)
        let blocks = try await sound.allFrames()
        #expect(blocks.first?.presentationTime == range.start)
        #expect(blocks.reduce(0) { $0 + $1.duration } == 48_000 * (end - start))
    }

    @Test func settingsScaleAndConvert() async throws {
        let folder = try TestFolder()
        let asset = try Asset(url: AssetTestMovies.make(folder, seconds: 1))
        let small = VideoFrameSettings(pixelFormat: .bgra, width: 80, height: 48)
        let (_, pictures) = try asset.reading(.video, .video(small))
        let frames = try await pictures.allFrames()
        #expect(frames.count == 30 && frames.allSatisfy { $0.content.byteCount == 80 * 48 * 4 })
        guard case .rawVideo(let format) = frames.first?.content.format else {
            Issue.record("frames say their format")
            return
        }
        #expect(format.size == PixelSize(width: 80, height: 48))
        let mono = AudioFrameSettings(sampleRate: 16_000, numberOfChannels: 1, isFloat: false)
        let (_, sound) = try asset.reading(.audio, .audio(mono))
        let blocks = try await sound.allFrames()
        #expect(blocks.allSatisfy { $0.timescale == 16_000 && $0.content.byteCount == Int($0.duration) * 2 })
    }

    /// Blocking reads on a thread, without any task.
    @Test func copyNextSampleBufferWaitsOnItsThread() async throws {
        let folder = try TestFolder()
        let (reader, output) = try Asset(url: AssetTestMovies.make(folder, seconds: 1)).reading(.video, .video)
        let count = await withCheckedContinuation { continuation in
            DispatchQueue(label: "reading").async {
                var count = 0
                while output.copyNextSampleBuffer() != nil { count += 1 }
                continuation.resume(returning: count)
            }
        }
        #expect(count == 30 && reader.status == .completed)
    }

    @Test func cancelledReaderReturnsNil() async throws {
        let folder = try TestFolder()
        let (reader, output) = try Asset(url: AssetTestMovies.make(folder)).reading(.video, .video)
        _ = await output.nextFrame()
        reader.cancelReading()
        let frame = await output.nextFrame()
        #expect(frame == nil)
        #expect(reader.status == .cancelled)
    }

    @Test func truncatedMovieReturnsFramesThenError() async throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder, extra: ["-movflags", "faststart"])
        let content = try Data(contentsOf: URL(fileURLWithPath: movie.path))
        try content.prefix(content.count * 2 / 3).write(to: folder.url("cut.mp4"))
        let (reader, output) = try Asset(url: FileURL(fileURLWithPath: folder.path("cut.mp4"))).reading(.video, .video)
        var count = 0
        await #expect(throws: AssetReaderError.self) {
            for try await _ in output.frames { count += 1 }
        }
        #expect(count > 100)
        #expect(reader.status == .failed && reader.error?.code == .truncatedFile)
    }

    @Test(arguments: [
        ["-c:a", "libmp3lame"], ["-c:a", "ac3"], ["-c:v", "libx265", "-x265-params", "log-level=0", "-tag:v", "hvc1"],
    ])
    func otherCodecsAreDecoded(_ coding: [String]) async throws {
        let folder = try TestFolder()
        let asset = try Asset(url: AssetTestMovies.make(folder, seconds: 2, extra: coding))
        let (_, pictures) = try asset.reading(.video, .video)
        #expect(try await pictures.allFrames().count == 60)
        let (_, sound) = try asset.reading(.audio, .audio)
        let length = try await sound.allFrames().reduce(0) { $0 + $1.duration }
        #expect(abs(length - 96_000) <= 3 * 1536)
    }

    private func floats(_ data: Data) -> [Float] {
        data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 3, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
        }
    }
}
