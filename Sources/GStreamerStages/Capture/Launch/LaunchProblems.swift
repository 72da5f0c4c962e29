import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Finds errors in launch descriptions without opening a source.
enum LaunchProblems {
    /// The errors: unknown elements, properties and values, and URLs that cannot be opened.
    static func errors(_ description: String) -> [StageWarning] {
        do throws(StageError) {
            let pipeline = try ElementPipeline(empty: "launch", context: nil, limits: ElementTimeouts())
            let source = try pipeline.addSource(description)
            let streams = unnamedStreams(description)
            // The elements reject such URLs, or forget them.
            return streams.isEmpty ? urls(source) : streams
        } catch {
            switch error.code {
            case .missingElement: return [self.error(error.message, suggestions(description))]
            case .invalidOptions:
                let note = "'gst-inspect-1.0 ELEMENT' lists the properties and their values of an element"
                return [self.error(error.message, [note])]
            // GStreamer does not start, which the run reports.
            default: return []
            }
        }
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

    private static func form(of scheme: String) -> String {
        scheme.hasPrefix("rtmp") ? "\(scheme)://HOST/APPLICATION/STREAM" : "\(scheme)://HOST/PATH"
    }

    private static func urls(_ bin: PipelineElement) -> [StageWarning] {
        let found = CollectedProblems()
        sluice_gst_examine_urls(
            bin.pointer,
            { problem, element, url, schemes, owner in
                guard let element, let url, let schemes, let owner else { return }
                let text = LaunchProblems.text(
                    problem, String(cString: element), LaunchSource.shown(String(cString: url)),
                    schemes: String(cString: schemes))
                Unmanaged<CollectedProblems>.fromOpaque(owner).takeUnretainedValue().problems.append(text)
            }, Unmanaged.passUnretained(found).toOpaque())
        return found.problems.map { error($0.message, [$0.note]) }
    }

    private static func text(
        _ problem: SluiceGstURLProblem, _ element: String, _ url: String, schemes: String
    ) -> (message: String, note: String) {
        let scheme = schemes.split(separator: ",").first.map(String.init) ?? "rtsp"
        let form = form(of: scheme)
        return switch problem {
        case SLUICE_GST_URL_OTHER_SCHEME:
            ("\(element) cannot open '\(url)'", "schemes of \(element): \(schemes)")
        case SLUICE_GST_URL_WITHOUT_HOST:
            ("the URL '\(url)' of \(element) has no host", "use the form \(form)")
        case SLUICE_GST_URL_MISSING:
            ("\(element) has no URL, or an invalid one", "use the form \(form) as its 'location'")
        default: ("'\(url)' of \(element) is not a URL", "use the form \(form)")
        }
    }
}

/// The texts that a C function passes to a callback.
private final class CollectedTexts {
    var texts: [String] = []
}

/// The problems that a C function passes to a callback.
private final class CollectedProblems {
    var problems: [(message: String, note: String)] = []
}
