import Glibc
import HTTPStages
import OnDemand
import SystemFiles

/// Divides the arguments of `serve`: folders of movies, and folders and files of pipelines.
///
/// A folder is a folder of movies if it contains a movie, directly or below, and no YAML file except presentation files:
/// pipelines are YAML files.
/// An empty folder is one of pipelines, which may be added later; the first files decide.
struct MovieFolders {
    private(set) var movies: [String] = []
    private(set) var pipelines: [String] = []
    /// The folders of pipelines that are empty, so that they may become folders of movies.
    private(set) var empty: [String] = []
    /// The folders of pipelines that contain movies, which are ignored.
    private var mixed: [String] = []

    /// The warnings about movies that are ignored.
    var warnings: [String] {
        mixed.map {
            "'\($0)' contains movies beside pipeline files, which are ignored; move them to another folder and serve that "
                + "folder too"
        }
    }

    /// The limits of searching a folder: the depth and the number of entries.
    private static let depth = 4
    private static let entries = 10_000

    /// - Parameter hasMovieOptions: Whether options for movies are given, so that an empty folder is one of movies.
    init(_ paths: [String], hasMovieOptions: Bool = false) {
        for path in paths {
            let isEmpty = Self.isEmpty(path)
            if ObjectLocation.isURL(path) || Self.containsMovies(path) || isEmpty && hasMovieOptions {
                movies.append(path)
            } else {
                pipelines.append(path)
                if isEmpty { empty.append(path) }
                if Self.names(in: path)?.contains(where: MovieName.isMovie) == true { mixed.append(path) }
            }
        }
    }

    private static func isEmpty(_ folder: String) -> Bool {
        names(in: folder)?.allSatisfy { $0.hasPrefix(".") } == true
    }

    static func containsMovies(_ folder: String) -> Bool {
        guard let names = names(in: folder) else { return false }
        let files = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        guard files.allSatisfy(PresentationDescription.isDescription) else { return false }
        var left = entries
        return hasMovie(folder, names, depth: depth, &left)
    }

    private static func hasMovie(_ folder: String, _ names: [String], depth: Int, _ left: inout Int) -> Bool {
        left -= names.count
        if names.contains(where: MovieName.isMovie) { return true }
        guard depth > 0, left > 0 else { return false }
        for name in names where !name.hasPrefix(".") {
            guard let inner = Self.names(in: "\(folder)/\(name)") else { continue }
            if hasMovie("\(folder)/\(name)", inner, depth: depth - 1, &left) { return true }
        }
        return false
    }

    /// Returns the names in a folder; nil if it is none.
    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let item = readdir(stream), names.count < entries {
            names.append(
                withUnsafePointer(to: &item.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
