import GStreamerStages
import Media
import PackagingStages
import StageKit
import Synchronization

/// Decodes a movie whose edit lists omit, repeat or pause media, one part of its presentation after the other.
struct EditedDecoding {
    /// The duration of media that is decoded before a part, for the frame at its start.
    private static let lead = MediaTime.seconds(1)
    /// The duration of media that is decoded for a paused frame.
    private static let pause = MediaTime.milliseconds(100)

    let file: DecodableFile
    let presentation: EditedPresentation
    /// The portion of the presentation to deliver; nil for all of it.
    let portion: MediaPortion?
    let decoder: VideoDecoderChoice

    /// Decodes to `output`. Returns the number of decoded tracks.
    func run(to output: any Outlet<Frame>, maxDamage: Int?, _ context: StageContext) async throws -> Int {
        let edited = EditedFrames(to: output, portion, context)
        let reports = FirstReports(context)
        for part in presentation.parts where delivers(part) && !context.stop.isRaised {
            edited.begin(part)
            let context = context.withReporter { reports.report($0) }
            let decoding = SampleDecoding(to: edited, portion: mediaPortion(of: part), by: decoder, context)
            try await decoding.run(maxDamage: maxDamage) { decoding in
                try await file.run(output: decoding, context: context)
            }
        }
        return edited.finish()
    }

    private func delivers(_ part: EditedPresentation.EditedPart) -> Bool {
        guard !part.media.isEmpty else { return false }
        guard let portion else { return true }
        return part.start < portion.deliveryEnd && (portion.includesBeginning || part.end > portion.deliveryStart)
    }

    private func mediaPortion(of part: EditedPresentation.EditedPart) -> MediaPortion {
        let ends = part.media.values.map { media in
            media.isPaused ? media.start + Self.pause : part.end.isIndefinite ? part.end : media.start + part.length
        }
        let start = part.media.values.map(\.start).min() ?? .zero
        return MediaPortion(
            from: max(.zero, start - Self.lead), to: ends.max() ?? .indefinite,
            mediaTypes: portion?.mediaTypes ?? Set(MediaType.allCases))
    }
}

extension EditedPresentation.EditedPart {
    var length: MediaTime { end.isIndefinite ? end : end - start }
}

/// Reports each problem once, although the file is read several times.
private final class FirstReports: Sendable {
    private let context: StageContext
    private let reported = Mutex<[Problem]>([])

    init(_ context: StageContext) { self.context = context }

    func report(_ problem: Problem) {
        let isNew = reported.withLock { reported in
            guard !reported.contains(problem) else { return false }
            reported.append(problem)
            return true
        }
        if isNew { context.report(problem) }
    }
}

/// Moves the frames of the parts of a presentation from the media timeline to that of the presentation.
private final class EditedFrames: Outlet {
    private struct State {
        var part: EditedPresentation.EditedPart?
        /// The tracks of the presentation, by their place in the movie.
        var tracks: [String: Track] = [:]
        /// The places of the tracks of the current part.
        var places: [Track.ID: String] = [:]
    }

    private let output: any Outlet<Frame>
    private let portion: MediaPortion?
    private let context: StageContext
    private let state = Mutex(State())

    init(to output: any Outlet<Frame>, _ portion: MediaPortion?, _ context: StageContext) {
        (self.output, self.portion, self.context) = (output, portion, context)
    }

    func begin(_ part: EditedPresentation.EditedPart) { state.withLock { ($0.part, $0.places) = (part, [:]) } }

    /// Ends all tracks. Returns their number.
    func finish() -> Int {
        let tracks = state.withLock { $0.tracks.values.map(\.id).sorted() }
        for id in tracks { _ = output.offer(.end(id)) }
        return tracks.count
    }

    func send(_ messages: [Message<Frame>]) async throws {
        try await output.send(messages.compactMap(presented))
    }
    func offer(_ message: Message<Frame>) -> Bool { presented(message).map { output.offer($0) } ?? true }
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    private func presented(_ message: Message<Frame>) -> Message<Frame>? {
        switch message {
        case .track(let track): announced(track).map { .track($0) }
        case .payload(let frame): presented(frame).map { .payload($0) }
        // Tracks end with the presentation.
        case .gap, .end: nil
        }
    }

    /// Returns the track to announce; nil for one that continues.
    private func announced(_ track: Track) -> Track? {
        let place = track.origin?.track ?? track.mediaType.rawValue
        return state.withLock { state in
            state.places[track.id] = place
            var result = track
            let known = state.tracks[place]
            result.id = known?.id ?? context.makeTrackID()
            state.tracks[place] = result
            return known?.format == track.format && known?.timescale == track.timescale ? nil : result
        }
    }

    private func presented(_ frame: Frame) -> Frame? {
        let found = state.withLock { state in
            state.places[frame.track].flatMap { place in
                state.part.flatMap { part in
                    part.media[place].flatMap { media in state.tracks[place].map { (part, media, $0) } }
                }
            }
        }
        guard let (part, media, track) = found,
            var result = media.isPaused
                ? frame.paused(in: part, at: media.start) : frame.moved(to: part, from: media.start)
        else { return nil }
        result.track = track.id
        if let portion, !portion.delivers(result.presentationTime) { return nil }
        return result
    }
}

extension Frame {
    private var end: MediaTime { presentationTime + MediaTime(value: duration, timescale: timescale) }

    /// The frame for the whole part if it is presented at a time of the media; nil for other frames and audio.
    fileprivate func paused(in part: EditedPresentation.EditedPart, at time: MediaTime) -> Frame? {
        guard presentationTime <= time, end > time, case .rawVideo? = content.format else { return nil }
        var frame = self
        frame.presentationTicks = part.start.ticks(at: timescale)
        if !part.end.isIndefinite { frame.duration = part.end.ticks(at: timescale) - frame.presentationTicks }
        return frame
    }

    /// The part of the frame that belongs to a part whose media start at a time; nil if there is none.
    fileprivate func moved(to part: EditedPresentation.EditedPart, from start: MediaTime) -> Frame? {
        let end = part.end.isIndefinite ? part.end : start + part.length
        guard var frame = clipped(from: start, to: end) else { return nil }
        frame.presentationTicks += part.start.ticks(at: timescale) - start.ticks(at: timescale)
        return frame
    }
}
