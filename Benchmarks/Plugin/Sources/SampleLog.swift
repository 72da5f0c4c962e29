import Media
import StageKit

/// Logs each sample's time of creation and the time at which it is passed on, in nanoseconds of CLOCK_MONOTONIC.
struct SampleLog: Transform {
    struct Options: StageOptions {
        var path = ""
        static var fields: [OptionField<Options>] {
            [.required("path", \.path, "the file with a line for each sample")]
        }
    }

    static let kind = "bench.sample-log"
    static let abstract = "Records the time at which each sample leaves the preceding stage."

    private let log: EventLog
    private var origins: [Track.ID: MonotonicTime] = [:]

    init(options: Options) { log = EventLog(path: options.path) }

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) throws {
        switch message {
        case .track(let track): origins[track.id] = track.liveOrigin
        case .payload(let sample):
            guard let origin = origins[sample.track] else { break }
            let created = origin.nanoseconds + sample.presentationTime.ticks(at: 1_000_000_000)
            try log.write("\(effects.clock.now.nanoseconds) \(created)\n")
        case .gap, .end: break
        }
        effects.emit(message: message)
    }
}
