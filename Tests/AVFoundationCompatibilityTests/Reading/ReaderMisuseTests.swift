import AVFoundationCompatibility
import Testing

/// Invalid use of a reader, which gives a documented error.
@Suite struct ReaderMisuseTests {
    private func error(_ reader: AVAssetReader) -> AVError.Code? { (reader.error as? AVError)?.code }

    @Test func readingWithoutOutputFails() throws {
        let movies = try ReadingMovies()
        let reader = try AVAssetReader(asset: AVURLAsset(url: try movies.make(seconds: 1)))
        #expect(!reader.startReading() && reader.status == .failed && error(reader) == .operationNotAllowed)
    }

    @Test(
        arguments: [
            ["PixelFormatType": 1], ["AVVideoCodecKey": "avc1"], ["Width": 100], ["Width": 0, "Height": 100],
        ] as [[String: any Sendable]])
    func unsupportedSettingsAreRefused(settings: [String: any Sendable]) throws {
        let movies = try ReadingMovies()
        let asset = AVURLAsset(url: try movies.make(seconds: 1))
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
        #expect(!reader.canAdd(output))
        reader.add(output)
        #expect(reader.outputs.isEmpty && error(reader) == .unsupportedOutputSettings)
        #expect(!reader.startReading() && reader.status == .failed && error(reader) == .unsupportedOutputSettings)
        #expect(output.copyNextSampleBuffer() == nil)
    }

    @Test func outputBelongsToOneReader() throws {
        let movies = try ReadingMovies()
        let url = try movies.make(seconds: 1)
        let asset = AVURLAsset(url: url)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        let (first, second) = (try AVAssetReader(asset: asset), try AVAssetReader(asset: asset))
        first.add(output)
        second.add(output)
        #expect(second.outputs.isEmpty && error(second) == .operationNotAllowed)
        let other = try AVAssetReader(asset: AVURLAsset(url: url))
        #expect(!other.canAdd(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)))
    }

    @Test func changesAfterStartAreRefused() throws {
        let movies = try ReadingMovies()
        let asset = AVURLAsset(url: try movies.make(seconds: 1))
        let (reader, output) = try asset.reading(.video, nil)
        reader.timeRange = .zero
        #expect(reader.timeRange.duration == .positiveInfinity && error(reader) == .operationNotAllowed)
        reader.add(AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: nil))
        #expect(reader.outputs.count == 1 && reader.status == .reading)
        output.reset(forReadingTimeRanges: [.zero])
        #expect(reader.status == .failed && output.copyNextSampleBuffer() == nil)
    }

    @Test func invalidTimeRangeIsRefused() throws {
        let movies = try ReadingMovies()
        let reader = try AVAssetReader(asset: AVURLAsset(url: try movies.make(seconds: 1)))
        for start in [CMTime.invalid, .indefinite, .negativeInfinity, CMTime(value: -1, timescale: 1)] {
            reader.timeRange = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 1))
            #expect(reader.timeRange.start == .zero && error(reader) == .operationNotAllowed)
        }
    }
}
