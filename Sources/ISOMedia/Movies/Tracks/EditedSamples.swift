import Media

/// The samples of a track that its edit list presents, and the samples that they depend on.
package struct EditedSamples: Sendable, Hashable {
    /// The positions in decode order; all samples unless edits exclude some.
    package var range = 0..<Int.max
    /// The number of samples outside the range.
    package var excludedCount = 0
    /// The duration of video before the edit that frames inside it depend on, in ticks.
    package var preroll: Int64 = 0
    /// Whether a sync sample inside the edit follows that depends on nothing before it.
    package var hasLaterSync = false
    /// The duration of media after the edit that samples inside it depend on or extend into, in ticks.
    package var overshoot: Int64 = 0
    /// The duration of the last sample inside the edit, if the sample extends beyond the edit.
    package var lastDuration: Int64?
    /// The end of the edit in ticks of the media; nil if no media is presented later.
    package var end: Int64?
    /// The presentation time of the first sample of the range, in ticks of the media.
    package var firstPresentation: Int64 = 0

    /// All samples.
    package init() {}
}

extension MovieFile {
    /// Returns the part of a track that its edit list presents.
    ///
    /// Iterates over the track's tables if the edits can exclude samples. The end of an edit is ignored in fragmented
    /// movies, whose writers do not know it, and if edits do more than select a range. `isSync` decides about samples
    /// that are flagged as sync samples.
    package func editedSamples(
        of track: MovieTrack, where isSync: (MovieSample) -> Bool = { _ in true }
    ) -> EditedSamples {
        let isTimed = track.mediaType == .video || track.mediaType == .audio
        guard isTimed else { return EditedSamples() }
        let start = track.edits.mediaStart
        let length = isFragmented || track.edits.isComplex ? nil : track.edits.duration
        guard start > 0 || length != nil else { return EditedSamples() }
        let end = length.map { start &+ $0.ticks(at: track.timescale, rounding: .up) } ?? .max
        var walk = EditWalk(start: start, end: end, track, movieTimescale: timescale)
        var cursor = cursor(for: track)
        // After the start of the edit, only times matter. Fragments and groups of samples have no such tables.
        let hasTimes = !isFragmented && track.groupSize == 0
        while !(hasTimes && walk.hasStarted), let sample = cursor.next() { walk.add(sample, isSync) }
        if hasTimes, walk.hasStarted { cursor.visitTimes { walk.add($0, duration: $1) } }
        return walk.result
    }
}

/// Iterates over the samples of a track to find those inside an edit.
private struct EditWalk {
    private let start: Int64
    private let end: Int64
    private let isVideo: Bool
    private let timescale: Int64
    /// The duration of one movie tick in ticks of the track: the precision of an edit's duration.
    private let movieTick: Int64
    private var count = 0
    private var first = 0
    private var firstPresentation: Int64?
    private var firstDuration: Int64 = 0
    private var lastInside = -1
    private var hasLaterSync = false
    /// Whether the first sample is known, and further samples matter by their times only.
    private(set) var hasStarted = false
    private var presentationEnd = Int64.min
    private var lastDecoded: (presentation: Int64, duration: Int64) = (0, 0)
    private var endBehind = Int64.min

    /// The maximum encoder delay of audio; an edit that skips more was set by an editor.
    private static let maximumDelay = MediaTime.milliseconds(250)
    /// The maximum padding that encoders append to audio.
    private static let maximumPadding = MediaTime.milliseconds(100)
    /// The duration of audio before an edit that its decoder needs: two packets of AAC, 80 ms of Opus.
    private static let audioPreroll = MediaTime.milliseconds(80)

    init(start: Int64, end: Int64, _ track: MovieTrack, movieTimescale: Int32) {
        (self.start, self.end) = (start, end)
        isVideo = track.mediaType == .video
        timescale = Int64(track.timescale)
        movieTick = max(1, (timescale + Int64(movieTimescale) - 1) / Int64(movieTimescale))
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.ticks(at: Int32(clamping: timescale)) }

    mutating func add(_ sample: MovieSample, _ isSync: (MovieSample) -> Bool) {
        let presentation = sample.decodeTicks &+ sample.compositionOffset
        if isVideo {
            addVideo(sample, presentation, isSync)
        } else if firstPresentation == nil || presentation &+ sample.duration <= start &- ticks(Self.audioPreroll),
            start > ticks(Self.maximumDelay)
        {
            // The last packet that starts before the preroll is included.
            (first, firstPresentation) = (count, presentation)
        } else {
            if firstPresentation == nil { firstPresentation = presentation }
            hasStarted = true
        }
        add(presentation, duration: sample.duration)
    }

    /// Adds a sample after the start of the edit.
    @inline(__always) mutating func add(_ presentation: Int64, duration: Int64) {
        presentationEnd = max(presentationEnd, presentation &+ duration)
        if presentation < end {
            lastInside = count
            lastDecoded = (presentation, duration)
            endBehind = presentationEnd
        }
        count += 1
    }

    private mutating func addVideo(_ sample: MovieSample, _ presentation: Int64, _ isSync: (MovieSample) -> Bool) {
        guard firstPresentation != nil else {
            (first, firstPresentation, firstDuration) = (count, presentation, sample.duration)
            return
        }
        // Differences of up to half a frame are rounding errors of writers.
        let isInside = presentation > start &+ sample.duration / 2
        guard sample.flags.isSync, !(isInside && hasLaterSync), isSync(sample) else { return }
        if isInside {
            hasLaterSync = presentation < end
            hasStarted = hasLaterSync
        } else {
            (first, firstPresentation, firstDuration) = (count, presentation, sample.duration)
        }
    }

    var result: EditedSamples {
        var result = EditedSamples()
        guard count > 0, lastInside >= first else { return result }
        result.firstPresentation = firstPresentation ?? 0
        result.end = presentationEnd > end ? end : nil
        let padding = presentationEnd &- end
        let keepsEnd = end == .max || !isVideo && padding <= ticks(Self.maximumPadding)
        result.range = first..<(keepsEnd ? Int.max : lastInside + 1)
        result.excludedCount = first + (keepsEnd ? 0 : count - 1 - lastInside)
        if isVideo, let firstPresentation, firstPresentation < start &- firstDuration / 2 {
            result.preroll = start &- firstPresentation
            result.hasLaterSync = hasLaterSync
        }
        guard !keepsEnd else { return result }
        let excess = endBehind &- end
        // The precision for audio is less than one packet.
        guard excess > (isVideo ? movieTick : ticks(Self.maximumPadding) / 10) else { return result }
        if isVideo, lastDecoded.presentation &+ lastDecoded.duration == endBehind {
            result.lastDuration = end &- lastDecoded.presentation
        } else {
            result.overshoot = excess
        }
        return result
    }
}
