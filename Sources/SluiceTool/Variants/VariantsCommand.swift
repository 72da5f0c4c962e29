import AssetDownloading
import Foundation
import PipelineFile
import StageKit

/// Lists the variants and renditions of a multivariant playlist, and the variant that preferences select.
enum VariantsCommand: Command {
    static let name = "variants"
    static let abstract = "List the variants and renditions of an HLS presentation and the preferred variant."
    static let usage = "URL|FILE"
    static let words = 0...1
    static var options: [CommandOption] {
        [
            CommandOption(
                "prefer", "p", .list("PREDICATE"), "Condition such as 'peakBitRate < 5000000'; repeatable"),
            CommandOption("json", "j", .flag, "Output as JSON"),
            CommandOption("properties", nil, .flag, "List the properties for conditions"),
        ]
    }
    static let examples = [
        "https://example.com/master.m3u8", "Output/movie/index.m3u8 --json",
        "master.m3u8 --prefer 'videoAttributes.videoRange == PQ && peakBitRate < 5000000'",
        "master.m3u8 --prefer '\"Dolby Atmos\" IN badges' --prefer \"'alac' IN audioAttributes.formatIDs\"",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        if arguments.has("properties") {
            Console.write(VariantPredicate.keyPaths.map { $0 + "\n" }.joined())
            return .done
        }
        guard let place = arguments.words.first else {
            throw UsageError(
                "too few arguments: sluice variants \(usage)", notes: ["see 'sluice variants --help'"]
            )
        }
        guard let qualifiers = qualifiers(arguments.values["prefer"] ?? []) else { return .misuse }
        let url = url(for: place)
        do throws(AssetDownloadError) {
            return show(
                try await PlaylistDocument.load(URLAsset(url: url)), place, qualifiers, asJSON: arguments.has("json"))
        } catch {
            Console.error(DiagnosticPrinter.text([Diagnostic(code: "not-loaded", message: error.description)]))
            return .runFailed
        }
    }

    /// Returns the URL for an argument that is a URL or a file path.
    private static func url(for place: String) -> URL {
        if place.contains("://"), let url = URL(string: place) { return url }
        return URL(fileURLWithPath: place)
    }

    /// Parses the predicates. Prints errors and returns nil if any of them is invalid.
    private static func qualifiers(_ formats: [String]) -> [AssetVariantQualifier]? {
        var qualifiers: [AssetVariantQualifier] = []
        var problems: [Diagnostic] = []
        var sources: [String: SourceText] = [:]
        for format in formats {
            // Newlines become spaces, so that an error's column is its position in the predicate.
            let line = String(format.map { $0.isNewline || $0 == "\t" ? " " : $0 })
            do throws(VariantPredicateError) {
                qualifiers.append(AssetVariantQualifier(predicate: try VariantPredicate(format: line)))
            } catch {
                let name = "--prefer \(problems.count + qualifiers.count + 1)"
                sources[name] = SourceText(path: name, text: line)
                problems.append(
                    Diagnostic(
                        code: "bad-predicate", message: error.message,
                        at: SourceLocation(file: name, line: 1, column: error.column)))
            }
        }
        Console.error(DiagnosticPrinter.text(problems, sources: sources))
        return problems.isEmpty ? qualifiers : nil
    }

    private static func show(
        _ document: PlaylistDocument, _ place: String, _ qualifiers: [AssetVariantQualifier], asJSON: Bool
    ) -> ExitCode {
        do throws(AssetInspectionError) {
            let presentation = try AssetPresentation(playlist: document.bytes, url: document.url)
            let warnings = presentation.warnings.map {
                Diagnostic(.warning, code: "playlist", message: "\(place):\($0)")
            }
            Console.error(DiagnosticPrinter.text(warnings))
            let choice = VariantChoice(among: presentation.variants, preferring: qualifiers)
            Console.write(
                asJSON
                    ? VariantsJSON.text(presentation, choice, qualifiers)
                    : VariantsTable(presentation, choice, qualifiers).text)
            return .done
        } catch {
            let source = SourceText(path: place, playlist: document.bytes, lines: [error.line])
            let diagnostic = Diagnostic(
                code: "bad-playlist", message: error.message,
                at: SourceLocation(file: place, line: error.line, column: error.column))
            Console.error(DiagnosticPrinter.text([diagnostic], sources: [place: source]))
            return .runFailed
        }
    }
}
