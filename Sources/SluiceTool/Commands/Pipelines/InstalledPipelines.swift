import Foundation

/// The pipeline files that are installed with the tool, which commands find by name.
enum InstalledPipelines {
    /// The folder next to the tool's folder: `PREFIX/bin/sluice` has `PREFIX/share/sluice/Pipelines`.
    static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "share/sluice/Pipelines")

    /// Returns the path of the installed file for a name such as `live-test-pattern`; otherwise the argument itself. A
    /// file in the working directory takes precedence.
    static func path(for argument: String, in folder: URL = folder) -> String {
        guard !argument.isEmpty, !argument.contains("/"), !FileManager.default.fileExists(atPath: argument) else {
            return argument
        }
        let installed = folder.appending(path: "\(argument).yaml").path
        return FileManager.default.fileExists(atPath: installed) ? installed : argument
    }
}
