public import Media
public import StageKit
import Synchronization

/// The program's end of a source: the program appends payloads, and waits while the pipeline is busy.
///
/// Several tasks may append. All tracks that are known at the start are opened before the first payload.
public final class PipelineInput<Content: Payload>: Sendable, ProgramConnection {
    /// The name of the stage.
    public let stage: String
    let channel = ProgramChannel<Message<Content>>()
    private let tracks = Mutex<[Track.ID: (track: Track, newest: MediaTime?)]>([:])

    init(stage: String) { self.stage = stage }

    /// Whether the pipeline accepts payloads. False after ``finish()``, and once the pipeline stops or has ended.
    public var isAccepting: Bool { !channel.isClosed }

    /// Opens a track, or changes its format. The program chooses its identifier, which is unique in this input.
    ///
    /// Throws ``PipelineInputError``.
    public func open(_ track: Track) async throws(PipelineInputError) {
        tracks.withLock { $0[track.id] = (track, $0[track.id]?.newest) }
        try await send(.track(track))
    }

    /// Ends a track. Throws ``PipelineInputError``.
    public func end(_ track: Track.ID) async throws(PipelineInputError) {
        guard tracks.withLock({ $0.removeValue(forKey: track) }) != nil else { throw .unknownTrack(track) }
        try await send(.end(track))
    }

    /// Ends the source, after the payloads that were appended before.
    public func finish() { channel.close() }

    /// Ends the source with an error, after the payloads that were appended before; the run then fails.
    public func fail(_ error: any Error) {
        let error = error as? StageError ?? StageError(.unreadableInput, "the program failed", cause: error)
        channel.close(failure: error)
    }

    func close() { channel.close(discarding: true) }

    /// The open track with this identifier; nil if there is none.
    func track(_ id: Track.ID) -> Track? { tracks.withLock { $0[id]?.track } }

    /// Sends a payload of a track, with `time` in ticks of `timescale` as the time that must not decrease.
    func send(
        _ payload: Content, of id: Track.ID, time: MediaTime, timescale: Int32
    ) async throws(PipelineInputError) {
        let problem = tracks.withLock { tracks -> PipelineInputError? in
            guard let entry = tracks[id] else { return .unknownTrack(id) }
            guard timescale == entry.track.timescale else {
                return .invalidPayload("its timescale is \(timescale), the track's is \(entry.track.timescale)")
            }
            if let newest = entry.newest, time < newest {
                return .invalidPayload("its time \(time) is before \(newest), the time of the last one of its track")
            }
            tracks[id]?.newest = time
            return nil
        }
        if let problem { throw problem }
        try await send(.payload(payload))
    }

    private func send(_ message: Message<Content>) async throws(PipelineInputError) {
        do throws(CancellationError) {
            guard try await channel.append(message) else { throw CancellationError() }
        } catch {
            throw channel.isClosed ? PipelineInputError.ended : PipelineInputError.cancelled
        }
    }
}

/// The program's end of a source of samples (`program.samples`).
public typealias SampleInput = PipelineInput<Sample>
/// The program's end of a source of frames (`program.frames`).
public typealias FrameInput = PipelineInput<Frame>

extension PipelineInput where Content == Sample {
    /// Appends a sample in decode order, and suspends while the pipeline is busy. Throws ``PipelineInputError``.
    public func append(_ sample: Sample) async throws(PipelineInputError) {
        guard sample.duration > 0 else { throw .invalidPayload("its duration is not above zero") }
        try await send(sample, of: sample.track, time: sample.decodeTime, timescale: sample.timescale)
    }
}

extension PipelineInput where Content == Frame {
    /// Appends a frame in presentation order, and suspends while the pipeline is busy. Throws ``PipelineInputError``.
    public func append(_ frame: Frame) async throws(PipelineInputError) {
        guard frame.duration >= 0 else { throw .invalidPayload("its duration is below zero") }
        if let format = frame.content.format, let track = track(frame.track), !format.hasLayout(of: track.format) {
            throw .invalidPayload("its format is not the track's; open the track again to change the format")
        }
        try await send(frame, of: frame.track, time: frame.presentationTime, timescale: frame.timescale)
    }

    /// Appends a frame with this content to an open track, and suspends while the pipeline is busy.
    ///
    /// Times are rounded to the track's ticks. Throws ``PipelineInputError``.
    public func appendFrame(
        _ content: any FrameContent, to id: Track.ID, at time: MediaTime, duration: MediaTime
    ) async throws(PipelineInputError) {
        guard let track = track(id) else { throw .unknownTrack(id) }
        try await append(
            Frame(
                track: id, timescale: track.timescale, presentationTicks: time.ticks(at: track.timescale),
                duration: duration.ticks(at: track.timescale), content: content))
    }
}

extension MediaFormat {
    /// Whether frames of both formats have the same layout in memory.
    fileprivate func hasLayout(of other: MediaFormat) -> Bool {
        switch (self, other) {
        case (.rawVideo(let one), .rawVideo(let other)):
            one.pixelFormat == other.pixelFormat && one.size == other.size
        case (.rawAudio(let one), .rawAudio(let other)):
            one.sampleFormat == other.sampleFormat && one.sampleRate == other.sampleRate
                && one.channelCount == other.channelCount
        default: self == other
        }
    }
}
