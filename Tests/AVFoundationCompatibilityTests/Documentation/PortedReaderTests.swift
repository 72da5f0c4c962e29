#if canImport(AVFoundation)
    import AVFoundation
#else
    import AVFoundationCompatibility
#endif
import Testing

/// Returns the sizes of the video samples of a movie.
func videoSampleSizes(of movie: URL) async throws -> [Int] {
    let asset = AVURLAsset(url: movie)
    guard let track = try await asset.loadTracks(withMediaType: .video).first else { return [] }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    guard reader.startReading() else { throw reader.error! }
    var sizes: [Int] = []
    while let sample = output.copyNextSampleBuffer() { sizes.append(sample.totalSampleSize) }
    if let error = reader.error { throw error }
    return sizes
}

@Suite struct PortedReaderTests {
    @Test func articlesReaderReturnsSizesOfPackets() async throws {
        let movies = try ReadingMovies()
        let url = try movies.make(seconds: 1)
        let packets = try ReadingMovies.probe(url, "-select_streams", "v", "-show_entries", "packet=size")
        #expect(try await videoSampleSizes(of: url) == packets.compactMap { $0.first.flatMap { Int($0) } })
    }
}
