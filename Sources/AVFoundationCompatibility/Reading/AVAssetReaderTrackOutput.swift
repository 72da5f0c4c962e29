import AssetWriting
import Foundation
import Synchronization

/// An output for the samples or frames of one track.
///
/// Without settings it returns coded samples unchanged, whose bytes are shared with the file; with settings it returns
/// decoded frames. Audio that is not presented has times before zero and is marked for trimming.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    // Safe because the stored properties are constants, or behind a lock.
    private struct State: Sendable {
        weak var reader: AVAssetReader?
        var isStarted = false
        var isRandomAccess = false
        var isFinal = false
        /// Whether the reader knows about the end of this output.
        var hasReportedEnd = false
        var source: TrackReading?
        /// The ranges after the current one.
        var ranges: [CMTimeRange] = []
    }
    private let state = Mutex(State())
    private let readTrack: AVAssetTrack
    private let settings: [String: UncheckedValue]?

    /// An output for a track. Settings that are not valid are reported when the output is added to a reader.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        readTrack = track
        settings = outputSettings?.mapValues(UncheckedValue.init)
        super.init()
    }

    /// The track to read.
    open var track: AVAssetTrack { readTrack }
    /// The format of decoded frames; nil for coded samples.
    open var outputSettings: [String: Any]? { settings?.mapValues(\.value) }
    open override var mediaType: AVMediaType { readTrack.mediaType }

    open override var supportsRandomAccess: Bool {
        get { state.withLock { $0.isRandomAccess } }
        set {
            let refusal = state.withLock { state -> AVAssetReader? in
                guard state.isStarted else {
                    state.isRandomAccess = newValue
                    return nil
                }
                return state.reader
            }
            refusal?.reject(AVError(.operationNotAllowed, "supportsRandomAccess must be set before startReading"))
        }
    }

    /// Returns the next sample or frame, blocking the calling thread until there is one. Nil at the end, after a failure
    /// and before reading starts.
    ///
    /// Tasks should use `nextSampleBuffer()`, which does not block a thread of Swift's pool.
    open override func copyNextSampleBuffer() -> CMSampleBuffer? {
        while let source = state.withLock({ $0.source }) {
            if let buffer = source.nextBuffer() { return buffer }
            guard finishRange(of: source) else { return nil }
        }
        return nil
    }

    /// Returns the next sample or frame, suspending the task until there is one.
    public func nextSampleBuffer() async -> CMSampleBuffer? {
        while let source = state.withLock({ $0.source }) {
            if let buffer = await source.nextBufferInTask() { return buffer }
            guard finishRange(of: source) else { return nil }
        }
        return nil
    }

    open override func reset(forReadingTimeRanges timeRanges: [CMTimeRange]) {
        let (refusal, reader) = state.withLock { state -> (String?, AVAssetReader?) in
            guard state.isRandomAccess else { return ("reset requires supportsRandomAccess", state.reader) }
            guard state.isStarted, !state.isFinal else {
                return ("reset is possible from startReading to markConfigurationAsFinal", state.reader)
            }
            guard state.source == nil else {
                return ("reset is possible after the output has returned nil", state.reader)
            }
            guard timeRanges.allSatisfy(\.isReadable) else { return ("a time range is not valid", state.reader) }
            state.ranges = timeRanges
            return (nil, state.reader)
        }
        guard let refusal else {
            _ = startNextRange()
            return
        }
        reader?.fail(AVError(.operationNotAllowed, refusal))
    }

    open override func markConfigurationAsFinal() {
        let isOver = state.withLock { state in
            state.isFinal = true
            return state.isStarted && state.source == nil
        }
        if isOver { reportEnd() }
    }

    override func rejection(by reader: AVAssetReader) -> AVError? {
        guard reader.movie.tracks.contains(where: { $0.isSame(as: readTrack.track) }) else {
            return AVError(.operationNotAllowed, "the track of the output belongs to another asset")
        }
        do {
            return AssetReaderTrackOutput(track: readTrack.track, outputSettings: try readerSettings())
                .configurationError.map { AVError($0) }
        } catch {
            return error
        }
    }

    override func attach(to reader: AVAssetReader) -> Bool {
        state.withLock { state in
            guard state.reader == nil, !state.isStarted else { return false }
            state.reader = reader
            return true
        }
    }

    override func start(_ range: CMTimeRange) -> AVError? {
        state.withLock { state in
            state.isStarted = true
            state.ranges = [range]
        }
        return startNextRange()
    }

    override func stop() {
        let source = state.withLock { state in
            defer { state.source = nil }
            state.ranges = []
            return state.source
        }
        source?.cancel()
    }

    private func readerSettings() throws(AVError) -> ReaderOutputSettings? {
        guard let settings else { return nil }
        return try ReaderOutputSettings(settings.mapValues(\.value), for: readTrack.mediaType)
    }

    /// Starts the next range, if there is one. Returns the reason why it cannot be read.
    private func startNextRange() -> AVError? {
        guard let range = state.withLock({ $0.ranges.isEmpty ? nil : $0.ranges.removeFirst() }) else { return nil }
        do {
            let source = try TrackReading(readTrack, settings: readerSettings(), range: range)
            state.withLock { $0.source = source }
            return nil
        } catch {
            state.withLock { $0.reader }?.fail(error)
            return error
        }
    }

    /// Continues with the next range after the end of `source`. Returns false at the end of all ranges.
    private func finishRange(of source: TrackReading) -> Bool {
        let reader = state.withLock { state in
            if state.source === source { state.source = nil }
            return state.reader
        }
        if let failure = source.failure {
            reader?.fail(failure)
            return false
        }
        guard state.withLock({ $0.ranges.isEmpty }) else { return startNextRange() == nil }
        // An output with random access ends when the program declares that no other ranges follow.
        if state.withLock({ !$0.isRandomAccess || $0.isFinal }) { reportEnd() }
        return false
    }

    private func reportEnd() {
        let reader = state.withLock { state -> AVAssetReader? in
            guard !state.hasReportedEnd else { return nil }
            state.hasReportedEnd = true
            return state.reader
        }
        reader?.outputEnded()
    }
}
