import AssetWriting
import Foundation
import Testing

/// Movies of the writer as GStreamer's demuxer reads them.
@Suite struct DemuxerTests {
    /// What the demuxer says about a movie with pictures and sound, to its end.
    private func read(_ path: String) throws -> String {
        try command(
            "gst-launch-1.0",
            ["-t", "filesrc", "location=\(path)", "!", "qtdemux", "name=d"]
                + ["d.video_0", "!", "fakesink", "sync=false", "async=false"]
                + ["d.audio_0", "!", "fakesink", "sync=false", "async=false"])
    }

    @Test(arguments: [FileType.mp4, .mov], 0..<4) func turnedPicturesAreRecognized(type: FileType, turns: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        let asset = try Asset(url: Movies.make(folder, "source.mp4", seconds: 1))
        let writer = try await asset.carry(to: folder.path("movie"), type) { _, inputs in
            inputs[0].transform = AffineTransform(quarterTurns: turns)
        }
        #expect(writer.status == .completed)
        let words = try read(folder.path("movie"))
        #expect(words.contains("Got EOS"))
        #expect(words.contains("image orientation: rotate-\(turns * 90)") == (turns > 0))
    }

    @Test(arguments: [FileType.mp4, .mov], [MediaTime?.none, .seconds(1)])
    func languagesAndMetadataAreRecognized(type: FileType, interval: MediaTime?) async throws {
        let folder = try TemporaryFolder()
        let asset = try Asset(url: Movies.make(folder, "source.mp4", seconds: 3))
        let writer = try await asset.carry(to: folder.path("movie"), type) { writer, inputs in
            writer.movieFragmentInterval = interval
            writer.metadata = [MetadataItem(.title, "A title – ünïcödé"), MetadataItem(.artist, "An artist")]
            inputs[0].languageCode = "fra"
            inputs[1].extendedLanguageTag = "de-CH"
        }
        #expect(writer.status == .completed)
        let words = try read(folder.path("movie"))
        for text in [
            "language code: fr", "language code: de", "title: A title – ünïcödé", "artist: An artist", "Got EOS",
        ] { #expect(words.contains(text), "\(text)") }
    }

    /// Before it is finished a movie is one in fragments; the demuxer reads what has been written.
    @Test func theFragmentsOfAnUnfinishedMovieAreRead() async throws {
        let folder = try TemporaryFolder()
        let (_, output) = try Asset(url: Movies.make(folder, "source.mp4", seconds: 8)).reading(.video, nil)
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("movie.mp4")), fileType: .mp4)
        writer.movieFragmentInterval = .seconds(1)
        let input = AssetWriterInput(passingThrough: try #require(output.track.mediaTrack))
        #expect(writer.add(input) && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for try await sample in output.samples { try await input.appendWhenReady(sample) }
        try FileManager.default.copyItem(at: folder.url("movie.mp4"), to: folder.url("cut.mp4"))
        let words = try command(
            "gst-launch-1.0", "-v", "filesrc", "location=\(folder.path("cut.mp4"))", "!", "qtdemux", "!", "fakesink",
            "silent=false", "sync=false")
        #expect(words.contains("Got EOS"))
        #expect((210...240).contains(words.components(separatedBy: "chain   ******").count - 1))
        await writer.finishWriting()
        #expect(writer.status == .completed)
    }
}
