public import Media
import Synchronization

/// An output for the samples or frames of one track: `AVAssetReaderTrackOutput` without the prefix.
///
/// Without settings it returns coded `Sample`s unchanged, whose bytes are shared with the file; with settings it
/// returns decoded `Frame`s. Times are presentation times: edit lists position tracks and remove priming, so audio
/// that is not presented has negative times.
///
/// When a decoder drops or conceals frames of damaged media, the reader fails after the last frame with an error that
/// contains their number.
public final class AssetReaderTrackOutput: Sendable {
    private enum State: Sendable {
        case unattached
        case attached
        case coded(ReadingSession, TrackSamples)
        case decoded(ReadingSession, DecodedFrames)
        case ended(AssetReaderError?)
    }

    /// The track to read.
    public let track: AssetTrack
    /// The format of decoded frames; nil for coded samples.
    public let outputSettings: ReaderOutputSettings?
    private let state = Mutex(State.unattached)

    /// The error that ended this output.
    var failure: AssetReaderError? {
        state.withLock { place in
            if case .ended(let failure) = place { return failure }
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

    /// The reason why no reader accepts the output; nil when it is valid.
    public var configurationError: AssetReaderError? {
        if track.hasProtectedContent {
            return AssetReaderError(.encrypted, "track \(track.trackID) is encrypted; decrypt it before reading")
        }
        if track.movieTrack.hasExternalMedia {
            return AssetReaderError(
                .unsupportedFormat, "the samples of track \(track.trackID) are in another file, which is not supported")
        }
        guard track.format != nil else {
            return AssetReaderError(
                .unsupportedFormat, "track \(track.trackID) has format '\(track.formatCode)', which is not supported")
        }
        guard let settings = outputSettings else { return nil }
        let isFitting =
            switch settings {
            case .video: mediaType == .video
            case .audio: mediaType == .audio
            }
        guard isFitting else {
            return AssetReaderError(
                .invalidSettings,
                "the settings of the output do not apply to the track, which is "
                    + "\(mediaType.rawValue)")
        }
        return settings.validationMessage.map { AssetReaderError(.invalidSettings, $0) }
    }

    /// Returns the next coded sample in decode order.
    ///
    /// Nil after the last one, before reading starts and for an output with settings; the reader's status distinguishes
    /// these.
    public func nextSample() -> Sample? {
        let (result, session) = state.withLock { place -> (Result<Sample?, AssetReaderError>, ReadingSession?) in
            guard case .coded(let session, var samples) = place else { return (.success(nil), nil) }
            // Emptied before the change, so that `samples` is uniquely referenced and not copied on write.
            place = .ended(nil)
            do throws(AssetReaderError) {
                guard let sample = try samples.next() else { return (.success(nil), session) }
                place = .coded(session, samples)
                return (.success(sample), nil)
            } catch {
                place = .ended(error)
                return (.failure(error), session)
            }
        }
        if let session { end(session, result.failure) }
        return (try? result.get()) ?? nil
    }

    /// Returns the next decoded frame in presentation order, blocking the calling thread until there is one.
    ///
    /// Nil after the last one, before reading starts and for an output without settings; the reader's status
    /// distinguishes these. For dispatch queues and threads: a task that blocks its thread can stop the decoder that it
    /// waits for.
    @available(*, noasync, message: "await nextFrame() in tasks")
    public func nextFrame() -> Frame? {
        guard let (session, frames) = decoding else { return nil }
        return frame(frames.next(), session)
    }

    /// Returns the next decoded frame in presentation order, suspending the task until there is one.
    public func nextFrame() async -> Frame? {
        guard let (session, frames) = decoding else { return nil }
        return frame(await frames.next(), session)
    }

    /// Returns the next sample or frame, depending on the settings, blocking the calling thread until there is one;
    /// AVFoundation's way to read.
    @available(*, noasync, message: "await nextSampleBuffer() in tasks")
    public func copyNextSampleBuffer() -> SampleBuffer? {
        outputSettings == nil ? nextCodedBuffer() : nextFrame().map(SampleBuffer.init)
    }

    /// Returns the next sample or frame, depending on the settings, suspending the task until there is one.
    public func nextSampleBuffer() async -> SampleBuffer? {
        if outputSettings == nil { return nextCodedBuffer() }
        return await nextFrame().map(SampleBuffer.init)
    }

    private func nextCodedBuffer() -> SampleBuffer? {
        nextSample().map { SampleBuffer($0, formatDescription: track.format) }
    }

    private var decoding: (ReadingSession, DecodedFrames)? {
        state.withLock { place in
            guard case .decoded(let session, let frames) = place else { return nil }
            return (session, frames)
        }
    }

    private func frame(_ outcome: DecodedFrames.Outcome, _ session: ReadingSession) -> Frame? {
        if case .success(let frame?) = outcome { return frame }
        let isFirst = state.withLock { place in
            guard case .decoded = place else { return false }
            place = .ended(outcome.failure)
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
        state.withLock { place in
            guard case .unattached = place else { return false }
            place = .attached
            return true
        }
    }

    func start(_ session: ReadingSession) throws(AssetReaderError) {
        let range = session.timeRange
        let reading = try outputSettings.map { settings throws(AssetReaderError) in
            try decoding(settings, range, session)
        }
        state.withLock { place in
            guard case .attached = place else { return }
            place =
                reading.map { .decoded(session, $0) } ?? .coded(session, TrackSamples(track, range: range))
        }
    }

    func stop() {
        let frames = state.withLock { place -> DecodedFrames? in
            defer { place = .ended(nil) }
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
                .decoding, "an output has settings, but the reader has no decoderProvider and no linked codecs")
        }
        guard let mediaTrack = track.mediaTrack else {
            throw AssetReaderError(.unsupportedFormat, "the format of track \(track.trackID) is not supported")
        }
        let shown = track.presentedRange(in: range)
        let request = DecodingRequest(track: mediaTrack, settings: settings, range: shown)
        return try DecodedFrames(
            TrackSamples(track, range: shown, warmUp: track.decoderPreroll), request: request, provider: provider,
            timeLimit: session.decoderTimeLimit)
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
