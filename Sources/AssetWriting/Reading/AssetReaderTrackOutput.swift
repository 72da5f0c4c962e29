public import Media
import Synchronization

/// Gives what one track holds: `AVAssetReaderTrackOutput` without the prefix.
///
/// Without settings it gives coded ``Sample``s as they are, their bytes shared with the file; with settings decoded
/// ``Frame``s. Times are those of the presentation: edit lists place tracks and take priming out, so that sound before
/// the first one that is heard has times below zero.
///
/// Where a decoder loses or conceals frames of damaged media, the reader fails with their number behind the last frame.
public final class AssetReaderTrackOutput: Sendable {
    private enum Place: Sendable {
        case free
        case attached
        case coded(ReadingSession, TrackSamples)
        case decoded(ReadingSession, DecodedFrames)
        case over(AssetReaderError?)
    }

    /// The track that is read.
    public let track: AssetTrack
    /// What frames are decoded into; nil gives coded samples.
    public let outputSettings: ReaderOutputSettings?
    private let place = Mutex(Place.free)

    /// Why this output ended early.
    var failure: AssetReaderError? {
        place.withLock { place in
            if case .over(let failure) = place { return failure }
            return nil
        }
    }

    /// An output for a track.
    public init(track: AssetTrack, outputSettings: ReaderOutputSettings?) {
        self.track = track
        self.outputSettings = outputSettings
    }

    /// The track's media type.
    public var mediaType: MediaType { track.mediaType }

    /// Why no reader takes the output; nil when nothing is wrong.
    public var configurationError: AssetReaderError? {
        if track.hasProtectedContent {
            return AssetReaderError(.encrypted, "track \(track.trackID) is encrypted; decrypt it before reading")
        }
        if track.movieTrack.isElsewhere {
            return AssetReaderError(
                .unsupportedFormat, "the samples of track \(track.trackID) are in another file, which is not read")
        }
        guard track.format != nil else {
            return AssetReaderError(
                .unsupportedFormat, "track \(track.trackID) is coded as '\(track.formatCode)', which is not read")
        }
        guard let settings = outputSettings else { return nil }
        let isFitting =
            switch settings {
            case .video: mediaType == .video
            case .audio: mediaType == .audio
            }
        guard isFitting else {
            return AssetReaderError(
                .invalidSettings, "the settings of the output are not for \(mediaType.rawValue), which the track is")
        }
        return settings.fault.map { AssetReaderError(.invalidSettings, $0) }
    }

    /// The next coded sample in decode order.
    ///
    /// Nil after the last one, before reading starts and for an output with settings; the reader's status tells.
    public func nextSample() -> Sample? {
        let (result, session) = place.withLock { place -> (Result<Sample?, AssetReaderError>, ReadingSession?) in
            guard case .coded(let session, var samples) = place else { return (.success(nil), nil) }
            // Emptied first, so that the copy above is the only one and nothing is copied on write.
            place = .over(nil)
            do throws(AssetReaderError) {
                guard let sample = try samples.next() else { return (.success(nil), session) }
                place = .coded(session, samples)
                return (.success(sample), nil)
            } catch {
                place = .over(error)
                return (.failure(error), session)
            }
        }
        if let session { end(session, result.failure) }
        return (try? result.get()) ?? nil
    }

    /// The next decoded frame in the order of presentation, waiting on the calling thread until there is one.
    ///
    /// Nil after the last one, before reading starts and for an output without settings; the reader's status tells. For
    /// dispatch queues and threads: a task that keeps its thread can hold up the very decoder it waits for.
    @available(*, noasync, message: "await nextFrame() in tasks")
    public func nextFrame() -> Frame? {
        guard let (session, frames) = decoding else { return nil }
        return finished(frames.next(), session)
    }

    /// The same for tasks, which wait without keeping a thread.
    public func nextFrame() async -> Frame? {
        guard let (session, frames) = decoding else { return nil }
        return finished(await frames.next(), session)
    }

    /// The next sample or frame, whichever the output gives, waiting on the calling thread; the reference's way of
    /// reading.
    @available(*, noasync, message: "await nextSampleBuffer() in tasks")
    public func copyNextSampleBuffer() -> SampleBuffer? {
        outputSettings == nil ? nextCodedBuffer() : nextFrame().map(SampleBuffer.init)
    }

    /// The same for tasks, which wait without keeping a thread.
    public func nextSampleBuffer() async -> SampleBuffer? {
        if outputSettings == nil { return nextCodedBuffer() }
        return await nextFrame().map(SampleBuffer.init)
    }

    private func nextCodedBuffer() -> SampleBuffer? {
        nextSample().map { SampleBuffer($0, formatDescription: track.format) }
    }

    private var decoding: (ReadingSession, DecodedFrames)? {
        place.withLock { place in
            guard case .decoded(let session, let frames) = place else { return nil }
            return (session, frames)
        }
    }

    private func finished(_ outcome: DecodedFrames.Outcome, _ session: ReadingSession) -> Frame? {
        if case .success(let frame?) = outcome { return frame }
        let isFirst = place.withLock { place in
            guard case .decoded = place else { return false }
            place = .over(outcome.failure)
            return true
        }
        if isFirst { end(session, outcome.failure) }
        return nil
    }

    private func end(_ session: ReadingSession, _ failure: AssetReaderError?) {
        if let failure { session.fail(failure) } else { session.outputEnded() }
    }
}

extension AssetReaderTrackOutput {
    func attach(to session: ReadingSession) -> Bool {
        place.withLock { place in
            guard case .free = place else { return false }
            place = .attached
            return true
        }
    }

    func start(_ session: ReadingSession) throws(AssetReaderError) {
        let range = session.timeRange
        let reading = try outputSettings.map { settings throws(AssetReaderError) in
            try decoding(settings, range, session)
        }
        place.withLock { place in
            guard case .attached = place else { return }
            place =
                reading.map { .decoded(session, $0) } ?? .coded(session, TrackSamples(track, range: range))
        }
    }

    func stop() {
        let frames = place.withLock { place -> DecodedFrames? in
            defer { place = .over(nil) }
            guard case .decoded(_, let frames) = place else { return nil }
            return frames
        }
        frames?.cancel()
    }

    private func decoding(
        _ settings: ReaderOutputSettings, _ range: MediaTimeRange, _ session: ReadingSession
    ) throws(AssetReaderError) -> DecodedFrames {
        guard let provider = session.decoderProvider else {
            throw AssetReaderError(
                .decoding, "an output has settings, the reader has no decoderProvider and the program no codecs")
        }
        guard let mediaTrack = track.mediaTrack else {
            throw AssetReaderError(.unsupportedFormat, "track \(track.trackID) has no format that is read")
        }
        let shown = track.shownRange(in: range)
        let request = DecodingRequest(track: mediaTrack, settings: settings, range: shown)
        return try DecodedFrames(
            TrackSamples(track, range: shown, warmUp: track.warmUp), request: request, provider: provider,
            timeLimit: session.decoderTimeLimit)
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
