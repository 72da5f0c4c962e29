import Glibc
import HTTPStages
import Media
import Operations
import StageKit
import SystemFiles

/// The command-line settings of a run.
struct RunSettings {
    /// The media duration after which the run stops gracefully.
    var duration: MediaTime?
    /// Whether only errors are printed.
    var isQuiet = false
    /// Whether the report is written to standard output as JSON.
    var reportsJSON = false
    /// The address and token of the admin listener; nil for the Unix socket of the run only.
    var admin: AdminConfiguration?

    /// The options of all commands that run a pipeline.
    static var options: [CommandOption] {
        [
            CommandOption("quiet", "q", .flag, "Print only errors"),
            CommandOption(
                "admin", nil, .value("ADDRESS"),
                "IP address and port of the admin listener, such as 127.0.0.1:9090; default: only the run's Unix socket"
            ),
            CommandOption(
                "admin-token-file", nil, .value("FILE"),
                "File with the bearer token of the admin listener; required for addresses other than loopback"),
            CommandOption(
                "report", nil, .value("json"), "Report of the run as JSON on standard output", words: ["json"]),
        ]
    }

    init(_ arguments: Arguments) throws(UsageError) {
        admin = try Self.admin(arguments)
        isQuiet = arguments.has("quiet")
        if let form = arguments.value("report") {
            guard form == "json" else { throw UsageError.unknown("report form", form, among: ["json"]) }
            reportsJSON = true
        }
    }

    private static func admin(_ arguments: Arguments) throws(UsageError) -> AdminConfiguration? {
        var admin = AdminConfiguration()
        admin.address = try arguments.option("admin")
        if let path = arguments.value("admin-token-file") {
            guard admin.address != nil else { throw UsageError("--admin-token-file requires --admin") }
            guard let bytes = try? RegularFile.read(path, limit: 4096) else {
                throw UsageError("--admin-token-file: cannot read '\(path)'; it must be a file of at most 4096 bytes")
            }
            admin.token =
                String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map { String($0) } ?? ""
            if admin.token.isEmpty { throw UsageError("--admin-token-file: '\(path)' is empty") }
        }
        if let problem = admin.problem {
            throw UsageError("--admin: \(problem)", notes: ["--admin-token-file FILE sets the token"])
        }
        return admin.address == nil ? nil : admin
    }
}
