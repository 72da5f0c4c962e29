// The stage that WritingAStage.md builds; Scripts/check-examples keeps the two alike.
import Media
import StageKit

struct FrameThin: Transform {
    struct Options: StageOptions {
        var keepEvery = 2

        static var fields: [OptionField<Options>] {
            [.option("keep-every", \.keepEvery, in: 1...1000, "one frame is kept of each so many")]
        }
    }

    static let kind = "frame.thin"
    static let abstract = "Keeps one frame of each so many and drops the others."
    static let mediaTypes: Set<MediaType> = [.video]

    private let keepEvery: Int
    private var tracks: [Track.ID: Position] = [:]

    /// Where a track stands in its round of frames.
    private struct Position {
        var index = 0
        var owesSync = false
    }

    init(options: Options) {
        keepEvery = options.keepEvery
    }

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
        switch message {
        case .track(let track):
            effects.emit(message: .track(thinned(track)))
        case .payload(let frame):
            if let kept = keep(frame) { effects.emit(kept) }
        case .gap:
            effects.emit(message: message)
        case .end(let id):
            tracks[id] = nil
            effects.emit(message: message)
        }
    }

    /// The frame, lasting as long as those it stands for; nil when it is one of the others.
    private mutating func keep(_ frame: Frame) -> Frame? {
        var position = tracks[frame.track, default: Position()]
        defer { tracks[frame.track] = position }
        let isKept = position.index == 0
        position.index = (position.index + 1) % keepEvery
        position.owesSync = position.owesSync || frame.mustBeSync
        guard isKept else { return nil }

        var kept = frame
        kept.duration = Int64(clamping: Int128(frame.duration) * Int128(keepEvery))
        kept.mustBeSync = position.owesSync
        position.owesSync = false
        return kept
    }

    /// The track with the frame rate that is left.
    private func thinned(_ track: Track) -> Track {
        guard case .rawVideo(var format) = track.format, let rate = format.nominalFrameRate else { return track }
        let denominator = Int32(clamping: Int64(rate.denominator) * Int64(keepEvery))
        format.nominalFrameRate = Ratio(rate.numerator, denominator)
        var thinned = track
        thinned.format = .rawVideo(format)
        return thinned
    }
}
