package import StageKit

/// A folder of movies in a service file.
package struct FolderOption: OptionMapping, Hashable {
    package var folder = ""
    /// The URL of a remote store; nil for a folder.
    package var url: String?
    package var path: String?
    package var settings = PresentationSettings()
    package var rules: [PatternRule] = []

    package init() {}
    package static var fields: [OptionField<FolderOption>] {
        [
            .option("folder", \.folder, "Folder with movies, relative to the service file. Either this or url."),
            .option(
                "url", \.url,
                "URL below which movies are: https://host/path/, http://host/path/ or s3://bucket/prefix/; or that of "
                    + "one movie."),
            .option(
                "path", \.path,
                "Path of its URLs; by default the name of the folder, or the root if it is the only one."),
        ] + OptionField.group(\.settings) + [
            .option(
                "rules", \.rules, "Settings for presentations whose names match patterns; later ones take precedence.")
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if folder.isEmpty == (url == nil) { return ("either folder or url is required", "folder: films") }
        let segments = (path ?? "x").split(separator: "/", omittingEmptySubsequences: false)
        guard path != "", segments.contains(where: { ["", ".", ".."].contains($0) || $0.hasPrefix("~") }) else {
            return nil
        }
        return ("path '\(path ?? "")' is not a path of URLs", "films, or films/new")
    }

    /// Serves a remote store instead of a folder; `count` folders are served.
    package func serving(_ movies: any RemoteMovies, amongst count: Int) -> ServedFolder {
        ServedFolder(.remote(movies), at: path ?? (count == 1 ? "" : movies.name), settings, rules: rules)
    }

    /// Serves the folder; `count` folders are served. A folder that does not exist is served as soon as it does.
    package func serving(amongst count: Int) -> ServedFolder {
        let opened = MovieFolder(folder) ?? MovieFolder(expectedAt: folder)
        return ServedFolder(opened, at: path ?? (count == 1 ? "" : opened.name), settings, rules: rules)
    }
}
