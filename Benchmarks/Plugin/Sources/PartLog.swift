import Media
import StageKit

/// Logs the time at which each part is sent downstream, in nanoseconds of CLOCK_MONOTONIC, which all processes share.
struct PartLog: Transform {
    struct Options: StageOptions {
        var path = ""
        static var fields: [OptionField<Options>] { [.required("path", \.path, "the file with a line for each part")] }
    }

    static let kind = "bench.part-log"
    static let abstract = "Records the time at which each part reaches the next stage."

    private let log: EventLog

    init(options: Options) { log = EventLog(path: options.path) }

    mutating func receive(_ message: Message<Resource>, _ effects: inout Effects<Resource>) throws {
        if case .payload(let resource) = message, resource.role == .part, case .store = resource.action {
            try log.write("\(effects.clock.now.nanoseconds) \(resource.path)\n")
        }
        effects.emit(message: message)
    }
}
