import Glibc
import StageKit

/// A file to which lines are appended. Each line is written at once, so that it can be read during the run.
struct EventLog {
    let path: String

    func write(_ line: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        guard file >= 0 else { throw StageError(.unwritableOutput, "'\(path)' cannot be written to") }
        defer { close(file) }
        var line = line
        line.withUTF8 { _ = Glibc.write(file, $0.baseAddress, $0.count) }
    }
}
