import Media
import StageKit
import Synchronization

/// Reports the drift of a capture device's audio clock against the run's clock.
final class AudioClockMeter: Sendable {
    private let subject: String
    private let context: StageContext
    private let warned = Mutex<(clock: Bool, inserted: Double)>((false, 0))

    init(subject: String, context: StageContext) {
        self.subject = subject
        self.context = context
    }

    func report(_ figures: CapturedAudio.Figures) {
        context.measure("drift-ppm", figures.drift)
        context.measure("clock-difference-ms", figures.difference)
        context.measure("silence-inserted-s", figures.inserted)
        context.measure("sound-left-out-s", figures.dropped)
        let (clock, inserted) = warned.withLock { warned in
            let before = warned
            warned = (before.clock || figures.isExceeded, figures.inserted)
            return (figures.isExceeded && !before.clock, figures.inserted - before.inserted)
        }
        if clock {
            context.reportWarning(
                "clock-drift",
                "the clock of \(subject) is off by \(Int(figures.drift.rounded())) ppm; resampling corrects at "
                    + "most \(Int(RateCorrection.limit)), so audio is dropped or silence inserted"
            )
        }
        if inserted > 0 {
            let length = MediaTime(seconds: inserted, preferredTimescale: 1000).decimal(places: 3)
            context.reportWarning(
                "missing-sound", "\(subject): \(length) s of audio are missing; silence was inserted")
        }
    }
}
