import AVFoundationCompatibility
import Testing

/// The place of the media data of an input in a movie file.
@Suite struct MediaDataLocationTests {
    /// Writes the tracks of a movie with one location for its audio; returns the positions of the packets in the file.
    private func positions(
        audio location: AVAssetWriterInput.MediaDataLocation, _ type: AVFileType = .mov
    ) async throws -> (video: [Int], audio: [Int]) {
        let folder = try WritingFolder()
        let source = try SourceMovie(folder)
        let writer = try AVAssetWriter(outputURL: folder.url("movie.mov"), fileType: type)
        let group = DispatchGroup()
        let supplies = try [AVMediaType.video, .audio].map { type in
            let (format, buffers) = try source.samples(type)
            let input = AVAssetWriterInput(mediaType: type, outputSettings: nil, sourceFormatHint: format)
            if type == .audio { input.mediaDataLocation = location }
            writer.add(input)
            return (input, buffers)
        }
        try #require(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        for (input, buffers) in supplies {
            SampleSupply(input).supply({ buffers.indices.contains($0) ? buffers[$0] : nil }, to: group)
        }
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        return (try positions(folder, "v"), try positions(folder, "a"))
    }

    private func positions(_ folder: WritingFolder, _ stream: String) throws -> [Int] {
        try folder.probe("movie.mov", "-select_streams", stream, "-show_entries", "packet=pos").compactMap { Int($0) }
    }

    @Test(arguments: [AVFileType.mov, .mp4]) func mediaPrecedesThatOfOtherInputs(type: AVFileType) async throws {
        let (video, audio) = try await positions(audio: .beforeMainMediaDataNotInterleaved, type)
        #expect(video.count > 200 && audio.count > 400)
        #expect(try #require(audio.max()) < #require(video.min()))
    }

    @Test(arguments: [
        AVAssetWriterInput.MediaDataLocation.interleavedWithMainMediaData, .sparselyInterleavedWithMainMediaData,
    ]) func mediaIsInterleaved(location: AVAssetWriterInput.MediaDataLocation) async throws {
        let (video, audio) = try await positions(audio: location)
        #expect(try #require(audio.max()) > #require(video.min()))
        #expect(try #require(audio.min()) < #require(video.max()))
    }

    @Test func otherInputsAreNotReadyUntilPrecedingMediaIsComplete() async throws {
        let folder = try WritingFolder()
        let source = try SourceMovie(folder, seconds: 1)
        let writer = try AVAssetWriter(outputURL: folder.url("movie.mov"), fileType: .mov)
        let (videoFormat, _) = try source.samples(.video)
        let (audioFormat, _) = try source.samples(.audio)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: videoFormat)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: audioFormat)
        audio.mediaDataLocation = .beforeMainMediaDataNotInterleaved
        writer.add(video)
        writer.add(audio)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(audio.isReadyForMoreMediaData && !video.isReadyForMoreMediaData)
        audio.markAsFinished()
        #expect(video.isReadyForMoreMediaData)
        writer.cancelWriting()
    }
}
