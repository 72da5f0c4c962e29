import AssetWriting
import Testing

extension Asset {
    /// Passes tracks through to a new movie. `adjust` gets the writer and the inputs in track order.
    ///
    /// The inputs in `others` are added after them, each with the function that feeds it.
    func passThrough(
        _ types: [MediaType] = [.video, .audio], to path: String, _ fileType: FileType = .mov,
        beside others: [(input: AssetWriterInput, feed: @Sendable (AssetWriterInput) async throws -> Void)] = [],
        _ adjust: (AssetWriter, [AssetWriterInput]) -> Void = { _, _ in }
    ) async throws -> AssetWriter {
        let reader = AssetReader(asset: self)
        let writer = AssetWriter(url: FileURL(fileURLWithPath: path), fileType: fileType)
        let pairs = try types.map { type in
            let track = tracks(withMediaType: type)[0]
            let output = AssetReaderTrackOutput(track: track, outputSettings: nil)
            #expect(reader.add(output))
            return (output, AssetWriterInput(passingThrough: try #require(track.mediaTrack)))
        }
        adjust(writer, pairs.map(\.1))
        for input in pairs.map(\.1) + others.map(\.input) {
            #expect(writer.add(input), "\(writer.error?.message ?? "")")
        }
        #expect(reader.startReading())
        guard writer.startWriting() else { return writer }
        writer.startSession(atSourceTime: .zero)
        try await withThrowingTaskGroup { group in
            for (output, input) in pairs {
                group.addTask {
                    defer { input.markAsFinished() }
                    for try await sample in output.samples { try await input.appendWhenReady(sample) }
                }
            }
            for (input, feed) in others { group.addTask { try await feed(input) } }
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is AssetWriterError) { throw error }
            }
        }
        await writer.finishWriting()
        return writer
    }
}
