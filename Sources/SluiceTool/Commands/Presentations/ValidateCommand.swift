import AssetDownloading
import ContentProtection
import Foundation
import Media
import PipelineFile
import HLSValidator
import StageKit
import SystemFiles
import HLSRules

/// Validates an HLS presentation against the specification or Apple's authoring rules.
enum ValidateCommand: Command {
    static let name = "validate"
    static let abstract = "Validate HLS in a playlist, folder or URL by the specification's or Apple's rules."
    static let usage = "[PATH|URL]"
    static let words = 0...1
    static var options: [CommandOption] {
        [
            CommandOption(
                "profile", "p", .value("PROFILE"), "Rules: rfc (specification) or apple; default: apple",
                words: ["rfc", "apple"]),
            CommandOption("json", nil, .flag, "Report as JSON; with --rules: the rules"),
            CommandOption("decode", nil, .flag, "Also decode every segment separately; slow"),
            CommandOption(
                "segments", nil, .value("COUNT"), "Maximum segments per playlist to examine; 0 for none"),
            CommandOption("live", nil, .value("TIME"), "Time to watch the live playlists of a URL, such as 60s"),
            CommandOption("html", nil, .value("FILE"), "Report as a self-contained HTML page in FILE"),
            CommandOption("header", nil, .list("FIELD"), "Header field for the server, such as 'Cookie: …'"),
            .contentKey, .contentKeyFile,
            CommandOption("rules", nil, .flag, "List the rules"),
            CommandOption("markdown", nil, .flag, "With --rules: output as Markdown"),
        ]
    }
    static let examples = [
        "Output/movie", "Output/movie/index.m3u8 --profile rfc", "https://example.com/live.m3u8 --json",
        "Output/movie --html report.html", "Output/encrypted --key-file keys.json",
        "--rules --markdown > RuleReference.md",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let profile = try profile(arguments)
        guard !arguments.has("rules") else {
            if arguments.has("json") {
                Console.write(JSONText.text(RuleListDocument(profile)))
                return .done
            }
            Console.write(arguments.has("markdown") ? RuleReference.markdown : RuleReference.text(profile))
            return .done
        }
        guard let subject = arguments.words.first else {
            throw UsageError(
                "too few arguments: sluice validate \(usage)", notes: ["see 'sluice validate --help'"])
        }
        let validation = try validation(of: subject, profile, arguments)
        do {
            let report = try await validation.report()
            Console.write(arguments.has("json") ? JSONText.text(ReportDocument(report)) : ReportText(report).text)
            if let path = arguments.value("html") {
                try RegularFile.write(Array(ReportPage(report).text.utf8), to: path)
            }
            return exitCode(report)
        } catch {
            Console.error(
                DiagnosticPrinter.text([Diagnostic(code: "not-checked", message: "\(error)")]))
            return .invalidFile
        }
    }

    /// Returns the exit code. Failed rules take precedence over content that could not be checked.
    private static func exitCode(_ report: ValidationReport) -> ExitCode {
        guard report.isClean else { return .runFailed }
        return report.unchecked.isEmpty ? .done : .invalidFile
    }

    private static func segmentLimit(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments.value("segments") else { return nil }
        guard let count = Int(text), count >= 0 else { throw UsageError("--segments requires a number, not '\(text)'") }
        return count
    }

    private static func validation(
        of subject: String, _ profile: ValidationProfile, _ arguments: Arguments
    ) throws(UsageError) -> ValidationRun {
        let reader = PlaylistReader(fields: arguments.values["header"] ?? [], for: subject)
        var validation = ValidationRun(subject: subject, profile: profile, reader: reader)
        validation.segmentLimit = try segmentLimit(arguments)
        validation.measuresMedia = validation.segmentLimit != 0
        if arguments.has("decode") { validation.decoding = .gstreamer }
        let keys = try arguments.contentKeys()
        do throws(ProtectionError) { validation.keys = try keys.ciphers() } catch {
            throw UsageError("\(error)")
        }
        let live: MediaTime? = try arguments.option("live")
        validation.watch = live.map { .milliseconds($0.ticks(at: 1000)) }
        return validation
    }

    private static func profile(_ arguments: Arguments) throws(UsageError) -> ValidationProfile {
        guard let name = arguments.value("profile") else { return .apple }
        guard let profile = ValidationProfile(rawValue: name) else {
            throw UsageError.unknown("profile", name, among: ValidationProfile.allCases.map(\.rawValue))
        }
        return profile
    }
}
