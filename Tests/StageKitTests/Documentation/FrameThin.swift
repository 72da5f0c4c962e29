// The stage in WritingAStage.md. Scripts/check-listings verifies that both are equal.
import Media
import StageKit

struct FrameThin: Transform {
    struct Options: StageOptions {
        var keepEvery = 2

        static var fields: [OptionField<Options>] {
            [.option("keep-every", \.keepEvery, in: 1...1000, "interval of the kept frames")]
        }
    }

    static let kind = "frame.thin"
    static let abstract = "Keeps every Nth frame and drops the others."
    static let mediaTypes: Set<MediaType> = [.video]

    private let keepEvery: Int
    private var tracks: [Track.ID: Position] = [:]

    /// The position of a track in its current group of frames.
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

    /// Returns the frame with the duration of its whole group, or nil if the frame is dropped.
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

    /// Returns the track with the reduced frame rate.
    private func thinned(_ track: Track) -> Track {
        guard case .rawVideo(var format) = track.format, let rate = format.nominalFrameRate else { return track }
        let denominator = Int32(clamping: Int64(rate.denominator) * Int64(keepEvery))
        format.nominalFrameRate = Ratio(rate.numerator, denominator)
        var thinned = track
        thinned.format = .rawVideo(format)
        return thinned
    }
}
