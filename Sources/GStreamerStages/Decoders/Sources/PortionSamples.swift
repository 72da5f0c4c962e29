import Media
import StageKit

/// Selects the samples of one track that must be decoded for a portion of the media.
struct PortionSamples {
    /// Decoders of audio need some packets before their output is the same as that of the whole track.
    private static let audioPreroll = MediaTime.milliseconds(300)
    /// Samples up to this time after the portion are decoded: the duration of a frame ends with the next one.
    private static let overrun = MediaTime.milliseconds(500)
    /// Deinterlacing needs preceding frames.
    private static let videoPreroll = MediaTime.milliseconds(200)

    private let portion: MediaPortion
    private let isVideo: Bool
    /// The last two groups of pictures before the portion.
    private var groups: [[Message<Sample>]] = []
    private var hasBegun: Bool
    /// Whether all samples of the portion have been admitted.
    private(set) var isComplete = false

    init(_ portion: MediaPortion, isVideo: Bool) {
        self.portion = portion
        self.isVideo = isVideo
        hasBegun = portion.includesBeginning
    }

    /// Returns the messages to decode now, up to `message`.
    mutating func admit(_ message: Message<Sample>) -> [Message<Sample>] {
        guard !isComplete else { return [] }
        guard case .payload(let sample) = message else {
            guard !hasBegun, isVideo, !groups.isEmpty else { return [message] }
            groups[groups.count - 1].append(message)
            return []
        }
        if sample.decodeTime >= portion.deliveryEnd + Self.overrun { isComplete = true }
        if hasBegun { return [message] }
        guard isVideo else {
            let end = sample.presentationTime + MediaTime(value: sample.duration, timescale: sample.timescale)
            hasBegun = end > portion.deliveryStart - Self.audioPreroll
            return hasBegun ? [message] : []
        }
        if sample.isSync, sample.presentationTime <= portion.deliveryStart - Self.videoPreroll {
            startGroup(message)
            return []
        }
        if groups.isEmpty { groups.append([]) }
        groups[groups.count - 1].append(message)
        guard sample.decodeTime >= portion.deliveryStart else { return [] }
        hasBegun = true
        return finish()
    }

    /// Returns the messages that were held until the end of the track.
    mutating func finish() -> [Message<Sample>] {
        defer { groups = [] }
        // Some decoders cannot start at all keyframes of open groups of pictures.
        if groups.count > 1, !groups[1].isOpenGroup { removeFirstGroup() }
        return groups.flatMap(\.self)
    }

    private mutating func startGroup(_ message: Message<Sample>) {
        groups.append([message])
        if groups.count > 2 { removeFirstGroup() }
    }

    private mutating func removeFirstGroup() {
        let removed = groups.removeFirst()
        // The newest format applies to the groups that remain.
        let format = removed.last { if case .track = $0 { true } else { false } }
        if let format { groups[0].insert(format, at: 0) }
    }
}

extension [Message<Sample>] {
    /// Whether samples are presented before the first one of the group, and may refer to the group before.
    fileprivate var isOpenGroup: Bool {
        var start: MediaTime?
        for case .payload(let sample) in self {
            guard let first = start else {
                start = sample.presentationTime
                continue
            }
            if sample.presentationTime < first { return true }
        }
        return false
    }
}
