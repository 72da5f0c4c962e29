import Media
import StageKit
import Synchronization

/// A live input that can be opened again after it was lost: a camera, a microphone, a stream from elsewhere.
protocol CaptureInput<Output>: Sendable {
    associatedtype Output: Payload
    /// What messages call it, such as `the camera /dev/video0`.
    var subject: String { get }
    /// Whether it goes on for as long as it is there, so that an end that nobody asked for is a loss.
    var isEndless: Bool { get }
    /// Whether it gives as time passes; what is given as fast as it is taken is neither late nor lost, and not looked
    /// after.
    var followsClock: Bool { get }
    /// How long it may take to deliver after it was opened again; nil for the usual limit.
    var openingLimit: Duration? { get }
    /// Opens it and delivers until it ends, has delivered as much as is wanted, or the stop signal of `context` is
    /// raised; throws when it fails.
    ///
    /// It may be called again afterwards, one call at a time. Each call announces its tracks before their first
    /// payloads. Tracks keep their identities and ticks from call to call and times count from the start of the run, so
    /// that a later call goes on where the clock is. What was held back is given on before it returns or throws; tracks
    /// are ended only where it returns.
    func deliver(to output: any Outlet<Output>, tracks: CaptureTracks, context: StageContext) async throws
}

extension CaptureInput {
    var isEndless: Bool { true }
    var followsClock: Bool { true }
    var openingLimit: Duration? { nil }
}

/// What stays the same of an input's tracks however often it is opened.
final class CaptureTracks: Sendable {
    private let context: StageContext
    private let length: Int64?
    private let slots = Mutex<[String: CaptureSlot]>([:])
    private let openings = Mutex(0)

    /// Tracks of which `length` is wanted, counted from their first payloads; nil for no end.
    init(_ context: StageContext, length: MediaTime? = nil) {
        self.context = context
        self.length = length?.nanoseconds
    }

    /// The track of this name within the input, such as `video 0`.
    func slot(_ name: String) -> CaptureSlot {
        slots.withLock { slots in
            if let slot = slots[name] { return slot }
            let slot = CaptureSlot(id: context.makeTrackID(), extent: TrackExtent(length: length))
            slots[name] = slot
            return slot
        }
    }

    /// Counts an opening; true for the first one.
    func open() -> Bool {
        openings.withLock { openings in
            openings += 1
            return openings == 1
        }
    }

    /// Whether all that is wanted has been delivered: there is no use in opening the input again.
    var isComplete: Bool {
        let slots = slots.withLock { Array($0.values) }
        return !slots.isEmpty && slots.allSatisfy { $0.extent.isReached }
    }
}

/// One track of an input that is opened several times.
struct CaptureSlot: Sendable {
    let id: Track.ID
    let extent: TrackExtent
}
