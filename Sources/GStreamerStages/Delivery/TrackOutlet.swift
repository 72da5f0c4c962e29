import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Converts and sends one track, from an appsink's streaming thread to a stage's outlet.
final class TrackOutlet<Converter: TrackConverter>: SinkReceiver, @unchecked Sendable {
    // Safe because an appsink calls one at a time, and `remainder` is called after its thread has ended.
    private var converter: Converter
    private var track: Track?
    private var caps: FrameCaps?
    private var tags = StreamTags()
    private var hasBegun = false
    /// The error of a format that is not complete. Parsers announce a default one for a gap before the first packet.
    private var incompleteFormat: StageError?
    /// Whether payloads are sparse and the first may be late, so that the track is announced before it.
    private let isSparse: Bool
    private var isAnnounced = false
    private var hasEnded = false
    private var end: Int64 = 0
    private var origin: TimeOrigin

    private let id: Track.ID
    private let run: OutletRun<Converter.Output>
    /// The track's place in the input; nil where it was not read from one.
    private let place: TrackOrigin?
    private let extent: TrackExtent?
    /// The delivery of a portion of the media; nil to deliver all.
    private let portion: PortionDelivery?
    /// The converter before the first sample, for repeated seeks.
    private var initialConverter: Converter?
    private var hasAnchored = false
    /// Whether a payload after the portion has arrived.
    private var isPastPortion = false
    /// The delay to subtract from times, in nanoseconds.
    private let delay: Int64

    init(
        _ id: Track.ID, _ converter: Converter, run: OutletRun<Converter.Output>, place: TrackOrigin? = nil,
        extent: TrackExtent? = nil, portion: PortionDelivery? = nil, origin: TimeOrigin = .segment, delay: Int64 = 0,
        isSparse: Bool = false
    ) {
        self.portion = portion
        self.place = place
        self.isSparse = isSparse
        self.id = id
        self.origin = origin
        self.delay = delay
        self.converter = converter
        self.run = run
        self.extent = extent
    }

    func receive(caps pointer: UnsafeMutablePointer<GstCaps>) {
        if let caps, caps.pointer == pointer || gst_caps_is_equal(caps.pointer, pointer) != 0 { return }
        caps = FrameCaps(pointer)
        attempt { () throws(StageError) in
            var next: Track
            do throws(StageError) {
                next = try converter.track(id, CapsFields(caps: pointer))
                incompleteFormat = nil
            } catch {
                guard !hasBegun else { throw error }
                incompleteFormat = error
                return
            }
            tags.label(&next)
            next.origin = place
            if let chapters = run.chapters { next.chapters = chapters }
            guard hasBegun, let track else {
                track = next
                return
            }
            guard next.format != track.format || next.timescale != track.timescale else { return }
            // Buffered payloads belong to the previous format.
            try converter.finish(emit)
            self.track = next
            offer(.track(next))
        }
    }

    func receive(tags: StreamTags) {
        // Later tags would only rename the same track.
        if !hasBegun { self.tags.merge(tags) }
    }

    func receiveGap() {
        guard isSparse, !isAnnounced, var track else { return }
        isAnnounced = true
        tags.label(&track)
        self.track = track
        run.enter(track)
    }

    func receive(sample: inout SinkSample) -> Bool {
        // Samples without a complete format are no progress.
        if hasBegun || !run.toleratesMissingTracks { run.watch.recordProgress() }
        if run.outcome.isDecided || hasEnded { return false }
        if let caps = sample.caps { receive(caps: caps) }
        (sample.codecDelay, sample.sharesOrigin) = (delay, run.sharesOrigin)
        guard converter.isMedia(sample) else { return !run.outcome.isDecided }
        do throws(StageError) {
            if !hasBegun { try begin(sample) }
            if let portion {
                switch portion.admit() {
                case .discard:
                    anchor(&sample)
                    return !run.outcome.isDecided
                case .begin: if let initialConverter { converter = initialConverter }
                case .accept: break
                }
            }
            locate(&sample)
            if !run.outcome.isDecided { try converter.convert(sample, emit) }
        } catch {
            // A sender may send the format later, and the other tracks do not depend on it.
            if !hasBegun, run.continueWithout(id, because: error) { return true }
            run.outcome.fail(error)
            return false
        }
        if let time = sample.presentationTime { end = max(end, time + (sample.duration ?? 0)) }
        if completesExtent(sample) { receiveEnd() }
        if isPastPortion { endPortion() }
        return !run.outcome.isDecided && !hasEnded
    }

    func receiveEnd() {
        // After a stop, `remainder` ends the track.
        guard !hasEnded, !run.outcome.isDecided, portion?.isEnding ?? true else { return }
        hasEnded = true
        run.watch.recordProgress()
        run.recordEnd(end)
        if isAnnounced { run.waitForOthers() }
        if hasBegun || isAnnounced {
            attempt { () throws(StageError) in try converter.finish(emit) }
            if run.outcome.failure == nil { offer(.end(id)) }
        }
        run.trackEnded(id)
    }

    /// Ends the track before the end of its stream. The buffered payloads follow the portion.
    private func endPortion() {
        guard !hasEnded else { return }
        hasEnded = true
        portion?.end()
        run.recordEnd(end)
        if run.outcome.failure == nil { offer(.end(id)) }
        run.trackEnded(id)
    }

    /// Returns the messages left to send after a stop or failure. Must be called after the streaming threads have
    /// ended.
    func remainder(ending: Bool) throws(StageError) -> [Message<Converter.Output>] {
        guard hasBegun || isAnnounced, !hasEnded else { return [] }
        hasEnded = true
        var messages: [Message<Converter.Output>] = []
        try converter.finish { messages.append(.payload($0)) }
        if ending { messages.append(.end(id)) }
        return messages
    }

    private func begin(_ sample: borrowing SinkSample) throws(StageError) {
        if let incompleteFormat { throw incompleteFormat }
        guard var track else {
            throw StageError(.damagedInput, "a track delivers data before its format")
        }
        if isSparse {
            receiveGap()
            hasBegun = true
            run.waitForOthers()
        } else {
            tags.label(&track)
            try converter.complete(&track, sample)
            if portion != nil { initialConverter = converter }
            self.track = track
            hasBegun = true
            // Priming is not presented, so the track starts after it.
            let lead = track.priming > 0 ? 0 : delay
            run.announce(track, timestamp: sample.timestamp.map { $0 - lead })
        }
        if run.sharesOrigin { origin = .timestamp(run.firstTimestamp) } else if portion != nil { origin = .stream }
    }

    /// Sets the origin of the sample's times.
    private func locate(_ sample: inout SinkSample) {
        sample.origin = origin
        sample.shift = run.shift.nanoseconds(for: sample.presentationTime, fromZero: run.sharesOrigin) - delay
    }

    /// Passes the first sample of the media to the converters after seeks.
    private func anchor(_ sample: inout SinkSample) {
        guard !hasAnchored else { return }
        hasAnchored = true
        locate(&sample)
        initialConverter?.anchor(sample)
    }

    private func completesExtent(_ sample: borrowing SinkSample) -> Bool {
        guard let extent, let time = sample.presentationTime else { return false }
        return extent.record(time, duration: sample.duration ?? 0)
    }

    private func attempt(_ body: () throws(StageError) -> Void) {
        do throws(StageError) { try body() } catch { run.outcome.fail(error) }
    }

    private func emit(_ payload: Converter.Output) {
        switch portion?.decide(on: payload.presentationTime) {
        case nil, .deliver: offer(.payload(payload))
        case .omit: break
        case .end: isPastPortion = true
        }
    }
    private func offer(_ message: Message<Converter.Output>) { run.offer(message) }
}
