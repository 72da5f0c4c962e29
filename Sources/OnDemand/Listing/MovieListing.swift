import StageKit

/// The names of the presentations of a folder, as its pages list them.
struct MovieListing {
    private(set) var names: Set<String> = []
    /// The reasons why movies, and folders, cannot be served that cannot be opened by their names. Their names are as
    /// messages show them.
    private(set) var obstacles: [String: String] = [:]
    /// Whether all folders were read.
    private(set) var isComplete = true
    private let folder: MovieFolder
    private var left: Int

    /// The limits of reading folders: the depth and the number of entries.
    private static let (depth, entries) = (8, 20_000)

    init(_ folder: MovieFolder) {
        (self.folder, left) = (folder, Self.entries)
        read("", depth: Self.depth)
    }

    private mutating func read(_ path: String, depth: Int) {
        guard let entries = folder.entries(in: path, limit: left + 1) else { return }
        guard entries.count <= left else {
            isComplete = false
            return
        }
        left -= entries.count
        let base = path.isEmpty ? "" : path + "/"
        for entry in entries where !entry.isUTF8 && (entry.isFolder || MovieName.isMovie(entry.name)) {
            obstacles[base + entry.name] = MovieName.notUTF8
        }
        let found = entries.filter(\.isUTF8).map(\.name)
        add(found.filter(MovieName.isMovie), base)
        for name in found where !name.hasPrefix(".") && !MovieName.isMovie(name) {
            if name == PresentationDescription.fileName {
                if !path.isEmpty { names.insert(path) }
            } else if name.hasSuffix(PresentationDescription.fileSuffix) {
                names.insert(base + name.dropLast(PresentationDescription.fileSuffix.count))
            } else if depth > 0, left > 0 {
                read(base + name, depth: depth - 1)
            } else {
                isComplete = false
            }
        }
    }

    /// Adds movies. Several whose names differ only in a height are one presentation.
    private mutating func add(_ movies: [String], _ base: String) {
        let ladders = Dictionary(grouping: movies) { MovieName.ladder($0) }
        for (ladder, members) in ladders {
            if let ladder, members.count > 1 {
                names.insert(base + ladder)
            } else {
                for name in members { names.insert(base + name) }
            }
        }
    }
}
