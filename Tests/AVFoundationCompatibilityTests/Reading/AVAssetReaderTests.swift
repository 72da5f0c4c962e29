import AVFoundationCompatibility
import Testing

/// Reading of ffmpeg's movies, compared with ffprobe and ffmpeg.
@Suite struct AVAssetReaderTests {
    @Test func passthroughReturnsPacketsOfFile() throws {
        let movies = try ReadingMovies()
        let url = try movies.make()
        for (type, selection) in [(AVMediaType.video, "v"), (.audio, "a")] {
            let asset = AVURLAsset(url: url)
            let (reader, output) = try asset.reading(type, nil)
            let packets = try ReadingMovies.probe(
                url, "-select_streams", selection, "-show_entries", "packet=pts,dts,size,flags"
            ).filter { $0.count >= 4 }
            var count = 0
            while let buffer = output.copyNextSampleBuffer() {
                let packet = try #require(packets.dropFirst(count).first)
                #expect(buffer.presentationTimeStamp.value == Int64(packet[0]) && buffer.numSamples == 1)
                if type == .video { #expect(buffer.decodeTimeStamp.value == Int64(packet[1])) }
                #expect(buffer.totalSampleSize == Int(packet[2]))
                let isNotSync = buffer.sampleAttachments[0][.notSync] as? Bool ?? false
                #expect(isNotSync == !packet[3].hasPrefix("K"))
                count += 1
            }
            #expect(count == packets.count && reader.status == .completed && reader.error == nil)
        }
    }

    @Test func primingIsMarkedForTrimming() throws {
        let movies = try ReadingMovies()
        let asset = AVURLAsset(url: try movies.make(seconds: 1))
        let (_, output) = try asset.reading(.audio, nil)
        let first = try #require(output.copyNextSampleBuffer())
        let trimmed = CMGetAttachment(
            first, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, attachmentModeOut: nil)
        #expect(trimmed as? CMTime == CMTime(value: 1024, timescale: 48_000))
        #expect(first.presentationTimeStamp.value == -1024 && first.outputPresentationTimeStamp == .zero)
        #expect(first.outputDuration == .zero && first.duration == CMTime(value: 1024, timescale: 48_000))
    }

    @Test func settingsDecodeVideoToPixels() async throws {
        let movies = try ReadingMovies()
        let url = try movies.make(seconds: 1)
        let (reader, output) = try AVURLAsset(url: url).reading(
            .video, [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8Planar])
        var luma = 0
        var times: [CMTime] = []
        while let buffer = await output.nextSampleBuffer() {
            let pixels = try #require(buffer.imageBuffer)
            #expect(CVPixelBufferGetWidth(pixels) == 160 && CVPixelBufferGetHeight(pixels) == 96)
            #expect(CVPixelBufferGetPixelFormatType(pixels) == kCVPixelFormatType_420YpCbCr8Planar)
            #expect(CVPixelBufferGetBaseAddress(pixels) == nil)
            CVPixelBufferLockBaseAddress(pixels, .readOnly)
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(pixels, 0))
            let stride = CVPixelBufferGetBytesPerRowOfPlane(pixels, 0)
            for row in 0..<96 {
                for column in 0..<160 { luma += Int(base.load(fromByteOffset: row * stride + column, as: UInt8.self)) }
            }
            CVPixelBufferUnlockBaseAddress(pixels, .readOnly)
            times.append(buffer.presentationTimeStamp)
        }
        #expect(reader.status == .completed && times == times.sorted() && times.count == 30)
        let raw = movies.root.appending(path: "luma.gray")
        try ReadingMovies.run(
            "ffmpeg", ["-v", "error", "-i", url.path, "-vf", "extractplanes=y", "-f", "rawvideo", raw.path])
        #expect(try Data(contentsOf: raw).reduce(0) { $0 + Int($1) } == luma)
    }

    @Test func settingsDecodeAudioToPCM() async throws {
        let movies = try ReadingMovies()
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 24, AVLinearPCMIsFloatKey: false,
            AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
        ]
        let (reader, output) = try AVURLAsset(url: try movies.make(seconds: 1)).reading(.audio, settings)
        var frames = 0
        while let buffer = await output.nextSampleBuffer() {
            let format = try #require(buffer.formatDescription?.audioStreamBasicDescription)
            #expect(format.mBitsPerChannel == 24 && format.mBytesPerFrame == 6 && format.mChannelsPerFrame == 2)
            #expect(buffer.dataBuffer?.dataLength == buffer.numSamples * 6)
            frames += buffer.numSamples
        }
        #expect(reader.error == nil && reader.status == .completed && abs(frames - 44_100) <= 64)
    }

    @Test func timeRangeLimitsDecodedFrames() async throws {
        let movies = try ReadingMovies()
        let range = CMTimeRange(start: CMTime(value: 3, timescale: 2), duration: CMTime(value: 1, timescale: 1))
        let (_, output) = try AVURLAsset(url: try movies.make()).reading(.video, [:], range)
        var times: [CMTime] = []
        while let buffer = await output.nextSampleBuffer() { times.append(buffer.presentationTimeStamp) }
        #expect(times.count == 30 && times.first == range.start && times.allSatisfy(range.containsTime))
    }

    @Test func rangesAreReadAgainWithRandomAccess() throws {
        let movies = try ReadingMovies()
        let asset = AVURLAsset(url: try movies.make())
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        output.supportsRandomAccess = true
        reader.add(output)
        #expect(reader.startReading())
        var counts: [Int] = []
        func count() -> Int {
            sequence(state: ()) { _ in output.copyNextSampleBuffer() }.reduce(0) { sum, _ in sum + 1 }
        }
        counts.append(count())
        #expect(reader.status == .reading)
        let second = CMTime(value: 1, timescale: 1)
        output.reset(forReadingTimeRanges: [
            CMTimeRange(start: .zero, duration: second), CMTimeRange(start: second + second, duration: second),
        ])
        counts.append(count())
        output.markConfigurationAsFinal()
        #expect(reader.status == .completed && counts[0] == 120 && (60..<80).contains(counts[1]))
    }

    @Test func cancelledReaderReturnsNothing() throws {
        let movies = try ReadingMovies()
        let (reader, output) = try AVURLAsset(url: try movies.make(seconds: 1)).reading(.video, nil)
        #expect(output.copyNextSampleBuffer() != nil)
        reader.cancelReading()
        #expect(output.copyNextSampleBuffer() == nil && reader.status == .cancelled)
        #expect(!reader.startReading() && reader.status == .cancelled)
    }

    @Test func truncatedMovieFailsReader() throws {
        let movies = try ReadingMovies()
        let movie = try movies.make("front.mp4", seconds: 2, ["-movflags", "+faststart"])
        let data = try Data(contentsOf: movie)
        let cut = movies.root.appending(path: "cut.mp4")
        try data.prefix(data.count / 2).write(to: cut)
        let (reader, output) = try AVURLAsset(url: cut).reading(.video, nil)
        while output.copyNextSampleBuffer() != nil {}
        #expect(reader.status == .failed && (reader.error as? AVError)?.code == .fileFailedToParse)
    }

    @Test func blockingReadsInTasksEnd() async throws {
        let movies = try ReadingMovies()
        let url = try movies.make(seconds: 1)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            // More tasks than the pool has threads.
            for _ in 0..<(ProcessInfo.processInfo.activeProcessorCount + 2) {
                group.addTask {
                    let (_, output) = try AVURLAsset(url: url).reading(.video, [:])
                    var count = 0
                    while output.copyNextSampleBuffer() != nil { count += 1 }
                    return count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.allSatisfy { $0 == 30 })
    }
}
