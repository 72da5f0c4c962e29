import HTTPStages
import OnDemand

/// The path of a request for a movie.
enum MoviePathInput {
    static func read(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        switch MoviePath(text) {
        case nil, .script, .library: break
        case .page(let movie), .poster(let movie): validate(movie)
        case .entry(let movie, let name):
            validate(movie)
            validate(name)
        case .file(let movie, let version, let path):
            validate(movie.name)
            validate(path)
            require(MovieVersion(version.description[...]) == version, "a version is read again")
            guard !movie.selection.isEmpty else { return }
            let selection = PresentationSelection(text: movie.selection.description)
            require(selection == movie.selection, "a selection is read again")
        }
    }

    /// Checks that a path stays below the folder.
    private static func validate(_ path: String) {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        require(!path.utf8.contains(0), "a path has no zero byte")
        require(names.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }, "a path has no empty or dot segments")
        require(path.utf8.count <= 2048, "the length of a path is limited")
    }
}
