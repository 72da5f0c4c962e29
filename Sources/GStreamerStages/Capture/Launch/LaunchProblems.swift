import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Finds errors in launch descriptions without opening a source.
enum LaunchProblems {
    /// The errors: unknown elements, properties and values, and URLs that cannot be opened.
    static func errors(_ description: String) -> [StageWarning] {
        let warnings = LibraryWarnings()
        do throws(StageError) {
            let pipeline = try ElementPipeline(empty: "launch", context: nil, limits: ElementTimeouts())
            let source = try pipeline.addSource(description, warnings: warnings)
            let streams = unnamedStreams(description)
            // The elements reject such values and URLs, or forget them.
            if !streams.isEmpty { return streams }
            let values = values(description, listens: sluice_gst_listens(source.pointer))
            if !values.isEmpty { return values }
            let missing = forgottenURLs(source)
            if !missing.isEmpty { return missing }
            let rejected = warnings.rejectedValues.map { error("GStreamer rejects 'launch': \($0)", [listing]) }
            return rejected + warnings.others.map(warning)
        } catch {
            switch error.code {
            case .missingElement: return [self.error(error.message, suggestions(description))]
            case .invalidOptions: return [self.error(error.message, [listing])]
            // GStreamer does not start, which the run reports.
            default: return []
            }
        }
    }

    private static let listing = "'gst-inspect-1.0 ELEMENT' lists the properties and their values of an element"

    private static func warning(_ message: String) -> StageWarning {
        StageWarning(code: "launch-warning", message: "GStreamer warns of 'launch': \(message)", option: "launch")
    }

    private static func error(_ message: String, _ notes: [String] = []) -> StageWarning {
        var problem = StageWarning(code: "bad-launch", message: message, option: "launch", notes: notes)
        problem.severity = .error
        return problem
    }

    /// Suggests installed elements for the words of a description that are none.
    private static func suggestions(_ description: String) -> [String] {
        let names = CollectedTexts()
        sluice_gst_element_names(
            { name, owner in
                guard let name, let owner else { return }
                Unmanaged<CollectedTexts>.fromOpaque(owner).takeUnretainedValue().texts.append(String(cString: name))
            }, Unmanaged.passUnretained(names).toOpaque())
        let installed = Set(names.texts)
        let words = description.split { " \n\t!()".contains($0) }.map(String.init)
        return words.filter { !$0.contains("=") && !$0.contains("/") && !$0.contains(".") && !installed.contains($0) }
            .compactMap { SpellingSuggestion.closest(to: $0, among: names.texts) }
            .map { "did you mean '\($0)'?" }
    }

    /// The errors of RTMP URLs that have only an application, which no server plays.
    private static func unnamedStreams(_ description: String) -> [StageWarning] {
        guard !description.contains("playpath=") else { return [] }
        return description.matches(of: /(?:location|uri)=["']?((rtmp\w*):\/\/[^\s"'!]+)/).compactMap { match in
            let url = LaunchSource.shown(String(match.1))
            guard url.split(separator: "/").dropFirst(2).count < 2 else { return nil }
            return error(
                "the URL '\(url)' has no stream name",
                [
                    "use the form \(form(of: String(match.2))), such as \(url.hasSuffix("/") ? url : url + "/")camera"
                ])
        }
    }

    static func form(of scheme: String) -> String {
        scheme.hasPrefix("rtmp") ? "\(scheme)://HOST/APPLICATION/STREAM" : "\(scheme)://HOST/PATH"
    }

    /// The errors of values that are out of range, and of URLs that the elements cannot open.
    private static func values(_ description: String, listens: Bool) -> [StageWarning] {
        LaunchProperty.all(in: description)
            .compactMap { $0.rangeProblem ?? $0.urlProblem(listens: listens) }
            .map { error($0.message, [$0.note]) }
    }

    private static func forgottenURLs(_ bin: PipelineElement) -> [StageWarning] {
        let elements = CollectedTexts()
        sluice_gst_forgotten_urls(
            bin.pointer,
            { element, owner in
                guard let element, let owner else { return }
                Unmanaged<CollectedTexts>.fromOpaque(owner).takeUnretainedValue().texts.append(String(cString: element))
            }, Unmanaged.passUnretained(elements).toOpaque())
        return elements.texts.map {
            let scheme = $0.hasPrefix("rtmp") ? "rtmp" : "rtsp"
            return error("\($0) has no URL, or an invalid one", ["use the form \(form(of: scheme)) as its 'location'"])
        }
    }
}

/// The texts that a C function passes to a callback.
private final class CollectedTexts {
    var texts: [String] = []
}
