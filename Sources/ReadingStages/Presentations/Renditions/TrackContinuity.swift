import Media
import StageKit

/// Joins the samples of a rendition where its format or timeline changes, so that the times of each track increase.
struct TrackContinuity {
    private struct TrackState {
        var track: Track
        /// The decode time of the last sample, in ticks.
        var lastDecode: Int64?
        /// The end of the last sample.
        var end: MediaTime?
        /// Whether the next samples may overlap the former ones.
        var isJoining = false
        /// Whether media before the next sample are missing.
        var isAfterGap = false
    }

    private var states: [Track.ID: TrackState] = [:]
    /// The tracks without samples in the current format.
    private var absent: Set<Track.ID> = []
    /// Whether samples before time zero are discarded, because other renditions start there.
    var discardsEarly = false

    /// The end of the samples so far.
    private(set) var end = MediaTime.zero

    /// The tracks that were announced.
    var ids: [Track.ID] { states.keys.sorted() }

    /// Declares the tracks of the samples that follow. Returns the announcements of new tracks and formats.
    mutating func begin(_ tracks: [Track], isAfterGap: Bool) -> [Message<Sample>] {
        absent = Set(states.keys).subtracting(tracks.map(\.id))
        return tracks.compactMap { track in
            let message = announcement(of: track)
            let continues = states[track.id]?.end != nil
            states[track.id]?.isJoining = continues
            states[track.id]?.isAfterGap = isAfterGap && continues
            return message
        }
    }

    /// Returns the announcement of a track; nil if it is unchanged.
    private mutating func announcement(of track: Track) -> Message<Sample>? {
        guard var state = states[track.id] else {
            states[track.id] = TrackState(track: track)
            return .track(track)
        }
        guard state.track.format != track.format || state.track.timescale != track.timescale else { return nil }
        if state.track.timescale != track.timescale { state.lastDecode = nil }
        state.track = track
        // Samples before the first one of a later format are not presented.
        state.track.priming = 0
        states[track.id] = state
        return .track(state.track)
    }

    /// Returns the messages to deliver.
    mutating func process(_ messages: [Message<Sample>]) -> [Message<Sample>] {
        var result: [Message<Sample>] = []
        result.reserveCapacity(messages.count)
        for message in messages {
            switch message {
            case .track(let track): if let message = announcement(of: track) { result.append(message) }
            case .payload(let sample): add(sample, to: &result)
            case .gap: result.append(message)
            case .end: break
            }
        }
        return result
    }

    /// The gaps of tracks that have no samples at present, up to a time.
    func gaps(until time: MediaTime) -> [Message<Sample>] { absent.sorted().map { .gap($0, until: time) } }

    /// The gaps of all tracks up to a time before which no further cue starts.
    func passed(until time: MediaTime) -> [Message<Sample>] { states.keys.sorted().map { .gap($0, until: time) } }

    private mutating func add(_ sample: Sample, to result: inout [Message<Sample>]) {
        guard var state = states[sample.track] else { return }
        var sample = sample
        let type = state.track.mediaType
        let isPriming = state.end == nil && state.track.priming > 0
        if discardsEarly, !isPriming, type != .video, sample.presentationTime < .zero { return }
        if state.isJoining {
            guard join(&sample, &state) else { return }
            if state.isAfterGap {
                result.append(.gap(sample.track, until: sample.presentationTime))
                state.isAfterGap = false
            }
        }
        let sampleEnd = sample.presentationTime + MediaTime(value: sample.duration, timescale: sample.timescale)
        state.lastDecode = sample.decodeTicks
        state.end = max(state.end ?? sampleEnd, sampleEnd)
        end = max(end, sampleEnd)
        states[sample.track] = state
        result.append(.payload(sample))
    }

    /// Adapts a sample after a change. Returns false for audio that was delivered before.
    private func join(_ sample: inout Sample, _ state: inout TrackState) -> Bool {
        if state.track.mediaType == .audio, let end = state.end {
            let half = MediaTime(value: sample.duration / 2, timescale: sample.timescale)
            guard sample.presentationTime + half >= end else { return false }
        }
        guard let last = state.lastDecode, sample.decodeTicks <= last else {
            state.isJoining = false
            return true
        }
        // The new stream has a longer delay of decoding. Presentation times remain.
        sample.presentationOffset = sample.presentationTicks - (last + 1)
        sample.decodeTicks = last + 1
        return true
    }
}
