import Glibc

/// A folder of movies, or a remote store, that is served below a path, with the options of its presentations.
package struct ServedFolder: Sendable {
    /// The path of URLs without slashes at its ends; empty for the root.
    package let path: String
    package let place: MoviePlace
    /// The settings of all presentations, and the settings of presentations whose names match patterns, in order.
    package let settings: PresentationSettings
    package let rules: [PatternRule]

    package init(
        _ folder: MovieFolder, at path: String = "", _ settings: PresentationSettings = PresentationSettings(),
        rules: [PatternRule] = []
    ) {
        self.init(.folder(folder), at: path, settings, rules: rules)
    }

    package init(_ place: MoviePlace, at path: String, _ settings: PresentationSettings, rules: [PatternRule] = []) {
        (self.place, self.path, self.settings, self.rules) = (place, path, settings, rules)
    }

    /// Folders without options: one at the root, several each below the last component of its path.
    package static func folders(
        _ folders: [MovieFolder], _ settings: PresentationSettings = PresentationSettings()
    ) -> [ServedFolder] {
        folders.map { ServedFolder($0, at: folders.count == 1 ? "" : $0.name, settings) }
    }

    /// The path of the folder, or the name of the remote store, for messages.
    package var title: String {
        switch place {
        case .folder(let folder): folder.path
        case .remote(let movies): movies.name
        }
    }

    /// Whether movies can be opened, as far as is known without requests.
    package var isAvailable: Bool {
        switch place {
        case .folder(let folder): folder.isAvailable
        case .remote: true
        }
    }

    /// Returns the name below the folder that a name in a URL refers to; nil if it is not below the path.
    func name(of name: String) -> String? {
        if path.isEmpty { return name }
        return name.hasPrefix(path + "/") ? String(name.dropFirst(path.count + 1)) : nil
    }

    /// The options of a presentation.
    func options(of name: String) -> MoviePresentationOptions {
        var options = MoviePresentationOptions()
        settings.apply(to: &options)
        for rule in rules where fnmatch(rule.pattern, name, 0) == 0 { rule.settings.apply(to: &options) }
        return options
    }
}
