import Media
import StageKit
import Synchronization

/// The properties of an input's tracks that remain the same when the input is reopened.
final class CaptureTracks: Sendable {
    private let context: StageContext
    private let length: Int64?
    private let slots = Mutex<[String: CaptureTrack]>([:])
    private let openings = Mutex(0)
    private let reports = Mutex<Set<String>>([])
    private let measurement = HandlerSlot<@Sendable () -> [DamageFigures]>()
    /// The time at which the input was opened first.
    private let begin: MonotonicTime

    /// Tracks that end `length` after their first payload; nil for no limit.
    init(_ context: StageContext, length: MediaTime? = nil) {
        self.context = context
        begin = context.clock.now
        self.length = length?.nanoseconds
    }

    /// The track with this name within the input, such as `video 0`.
    func slot(_ name: String) -> CaptureTrack {
        slots.withLock { slots in
            if let slot = slots[name] { return slot }
            let slot = CaptureTrack(id: context.makeTrackID(), extent: TrackExtent(length: length))
            slots[name] = slot
            return slot
        }
    }

    /// Returns whether a report about a stream is the first with this text in any opening.
    func isFirstReport(of text: String) -> Bool { reports.withLock { $0.insert(text).inserted } }

    /// Sets the measurement of the damage in the input since it was opened last.
    func measureDamage(_ figures: @escaping @Sendable () -> [DamageFigures]) { measurement.set(figures) }

    /// The damage in the input since it was opened last.
    var damage: [DamageFigures] { measurement.handler?() ?? [] }

    /// Whether a track was found in any opening.
    var hasAny: Bool { slots.withLock { !$0.isEmpty } }

    /// The rest of a timeout for the first data, of which earlier openings have used a part.
    func remainder(of wait: Duration) -> Duration {
        guard !hasAny else { return wait }
        return max(.milliseconds(100), wait - (context.clock.now - begin))
    }

    /// Counts an opening. Returns true for the first one.
    func open() -> Bool {
        openings.withLock { openings in
            openings += 1
            return openings == 1
        }
    }

    /// Whether every track has reached its configured duration, so that the input need not be reopened.
    var isComplete: Bool {
        let slots = slots.withLock { Array($0.values) }
        return !slots.isEmpty && slots.allSatisfy { $0.extent.isReached }
    }
}
