import Media
import StageKit

/// Removes the frames outside a portion, which preceding stages required as a warm-up.
struct TrimFrames: Transform {
    static let kind = "job.trim"
    static let abstract = "Removes the frames outside the portion of a task."

    private let portion: MediaPortion

    init(options: NoOptions) { portion = MediaPortion() }
    init(_ portion: MediaPortion) { self.portion = portion }

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
        if case .payload(let frame) = message, !portion.contains(frame.presentationTime) { return }
        effects.emit(message: message)
    }
}
