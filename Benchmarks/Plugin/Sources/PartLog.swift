import Glibc
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

    private let path: String

    init(options: Options) { path = options.path }

    mutating func receive(_ message: Message<Resource>, _ effects: inout Effects<Resource>) throws {
        if case .payload(let resource) = message, resource.role == .part, case .store = resource.action {
            try write("\(effects.clock.now.nanoseconds) \(resource.path)\n")
        }
        effects.emit(message: message)
    }

    private func write(_ line: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        guard file >= 0 else { throw StageError(.unwritableOutput, "'\(path)' cannot be written to") }
        defer { close(file) }
        var line = line
        line.withUTF8 { _ = Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
