import AssetWriting
import Foundation

/// Reads a movie and writes its segments and playlists.
struct MovieConversion {
    /// An error other than a read or write error.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let command: ConversionCommand

    /// Converts the movie. The playlists are written last.
    func run() async throws {
        let reader = AssetReader(asset: try Asset(url: command.movie))
        let writer = AssetWriter(contentType: ContentType(FileType.mp4.rawValue))
        let output = try SegmentFolder(command)
        writer.outputFileTypeProfile = command.profile
        writer.preferredOutputSegmentInterval = command.interval
        writer.initialSegmentStartTime = command.timeOffset
        writer.delegate = output

        let pumps = try tracks(of: reader.asset).map { track in try pump(track, reader, writer) }
        guard reader.startReading() else { throw reader.error ?? Failure(description: "reading did not start") }
        guard writer.startWriting() else { throw writer.error ?? Failure(description: "writing did not start") }
        writer.startSession(atSourceTime: command.timeOffset)
        do {
            try await run(pumps)
            if reader.status == .failed { throw reader.error ?? Failure(description: "reading failed") }
        } catch {
            writer.cancelWriting()
            throw error
        }
        await writer.finishWriting()
        guard writer.status == .completed else {
            throw writer.error ?? Failure(description: "writing did not complete")
        }
        try output.finish()
    }

    /// Runs all pumps concurrently.
    private func run(_ pumps: [TrackPump]) async throws {
        try await withThrowingTaskGroup { group in
            for pump in pumps { group.addTask { try await pump.run() } }
            try await group.waitForAll()
        }
    }

    private func tracks(of asset: Asset) throws -> [AssetTrack] {
        let types: [MediaType] =
            switch command.mode {
            case .encode: [.video, .audio]
            case .encodeOne(let type), .passThrough(let type): [type]
            }
        let tracks = types.compactMap { asset.tracks(withMediaType: $0).first }
        guard !tracks.isEmpty else {
            throw Failure(
                description: "\(command.movie) has no \(types.map(\.rawValue).joined(separator: " or ")) track")
        }
        return tracks
    }

    /// Connects an output of the reader to an input of the writer for one track.
    private func pump(_ track: AssetTrack, _ reader: AssetReader, _ writer: AssetWriter) throws -> TrackPump {
        let (output, input) = try ends(for: track)
        guard reader.add(output) else { throw reader.error ?? Failure(description: "a track cannot be read") }
        guard writer.add(input) else { throw writer.error ?? Failure(description: "a track cannot be written") }
        return TrackPump(output: output, input: input, writer: writer, timeOffset: command.timeOffset)
    }

    private func ends(for track: AssetTrack) throws -> (AssetReaderTrackOutput, AssetWriterInput) {
        if case .passThrough = command.mode {
            guard let mediaTrack = track.mediaTrack else {
                throw Failure(description: "track \(track.trackID) of \(command.movie) cannot be passed through")
            }
            return (
                AssetReaderTrackOutput(track: track, outputSettings: nil), AssetWriterInput(passingThrough: mediaTrack)
            )
        }
        let decoded: ReaderOutputSettings = track.mediaType == .video ? .video : .audio
        let input = AssetWriterInput(mediaType: track.mediaType, outputSettings: compression(of: track))
        input.extendedLanguageTag = track.extendedLanguageTag
        if let code = track.languageCode { input.languageCode = code }
        input.transform = track.preferredTransform
        return (AssetReaderTrackOutput(track: track, outputSettings: decoded), input)
    }

    private func compression(of track: AssetTrack) -> OutputSettings {
        guard track.mediaType == .video else {
            return .audio(
                AudioOutputSettings(
                    formatID: .mpeg4AAC, sampleRate: 44_100, numberOfChannels: 2, channelLayout: .stereo,
                    encoderBitRate: 160_000))
        }
        return .video(
            VideoOutputSettings(
                codec: .h264, width: even(track.naturalSize.width), height: even(track.naturalSize.height),
                averageBitRate: 2_000_000, profile: "H264_High_AutoLevel"))
    }

    private func even(_ count: Int) -> Int { max(2, count / 2 * 2) }
}
