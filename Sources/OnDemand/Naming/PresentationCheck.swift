package import Media
package import PipelineFile
import StageKit
import SystemFiles

/// Checks a presentation file: its text, its files, and whether they fit together.
package struct PresentationCheck {
    /// The diagnostics, with the lines of the file.
    package private(set) var result: PipelineFileResult
    /// The number of renditions, without I-frame playlists; 0 if there are errors.
    package private(set) var renditionCount = 0

    /// Whether the presentation can be served.
    package var isValid: Bool { !result.diagnostics.contains { $0.severity == .error } }

    /// Checks the file at a path. Opens the movies, and reads their tables.
    package init(_ path: String, clock: any MediaClock) {
        let (description, result) = PresentationDescription.read(path)
        self.result = result
        guard let description else { return }
        let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // Files may be outside of the folder of the file, but not of the folder that is served.
        guard let resolved = AbsolutePath.resolving(parent), let root = MovieFolder("/") else { return }
        let base = resolved == "/" ? "" : resolved.dropFirst() + "/"
        let source = PresentationSource(description, named: path, at: String(base))
        for missing in source.missingFiles(in: root) {
            add(
                "unreadable-file", "'\(missing.path.dropFirst(base.utf8.count))' is missing, empty or no regular file",
                missing.location)
        }
        guard isValid else { return }
        do throws(StageError) {
            let options = source.options(MoviePresentationOptions())
            let presentation = try PresentationPlanner.open(
                try source.open(in: root).input, options, PresentationLimits(), clock: clock)
            for problem in presentation.problems where problem.severity != .note {
                self.result.add(Diagnostic(.warning, code: problem.code, message: problem.message))
            }
            renditionCount = presentation.renditionCount
        } catch {
            add(error.code.rawValue, error.message.replacing("'\(base)", with: "'"), nil)
        }
    }

    private mutating func add(_ code: String, _ message: String, _ location: SourceLocation?) {
        result.add(Diagnostic(code: code, message: message, at: location))
    }
}
