import Media
import PackagingStages
import PipelineFile
import StageKit
import SystemFiles

/// The files that a name below a folder refers to.
///
/// A name is that of a movie file, of a folder with a presentation file, of a presentation file without its suffix, or
/// the common part of the names of several movies.
struct PresentationSource: Sendable {
    /// A reference to a file, with its path below the folder.
    struct Reference<Properties: Sendable>: Sendable {
        var path: String
        /// The place of the reference in the presentation file.
        var location: SourceLocation?
        var properties: Properties
    }

    struct MovieProperties: Sendable {
        var tracks: TrackSelection?
        var labels: [TrackLabel] = []
    }

    struct SubtitleProperties: Sendable {
        var offset = SignedTime(time: .zero)
        var label = TrackLabel()
        var encoding: TextEncodingName?
    }

    let name: String
    /// The movies of an item, and the part of them.
    struct Item: Sendable {
        var movies: [Reference<MovieProperties>]
        var start: MediaTime?
        var end: MediaTime?
    }

    private(set) var items: [Item]
    private var movies: [Reference<MovieProperties>] { items.flatMap(\.movies) }
    private(set) var subtitles: [Reference<SubtitleProperties>] = []
    private var companions = CompanionFiles()
    private var description: PresentationDescription?
    private var descriptionState: MovieFolder.FileState?

    /// The files of a presentation file, whose paths are relative to `base`: empty, or a path with a slash at its end.
    init(_ description: PresentationDescription, named name: String, at base: String) {
        (self.name, self.description, items) = (name, description, [])
        add(description, at: base)
    }

    /// Finds the files of a name; nil if there are none. Throws `invalid-options` for a presentation file with errors.
    init?(_ name: String, in folder: any MovieStorage) throws(StageError) {
        self.name = name
        if folder.state(of: name) != nil {
            items = [Item(movies: [Reference(path: name, properties: MovieProperties())])]
            let (base, movie) = Self.parts(of: name)
            if let stem = MovieName.stem(movie), let names = Self.names(in: base, of: folder) {
                addSubtitles(names, of: stem, at: base)
            }
            return
        }
        items = []
        for path in ["\(name)/\(PresentationDescription.fileName)", name + PresentationDescription.fileSuffix] {
            guard let state = folder.state(of: path) else { continue }
            descriptionState = state
            try read(path, folder)
            return
        }
        guard addLadder(in: folder) else { return nil }
    }

    /// The options with the settings of the presentation file.
    func options(_ options: MoviePresentationOptions) -> MoviePresentationOptions {
        var options = options
        description?.settings.apply(to: &options)
        return options
    }

    /// Returns the state of all files; nil if one is missing.
    func state(in folder: any MovieStorage) -> SourceState? {
        var files: [MovieFolder.FileState] = []
        for path in movies.map(\.path) {
            guard let state = folder.state(of: path) else { return nil }
            files.append(state)
        }
        var others = companions.states(in: folder)
        for subtitles in subtitles {
            let state = folder.state(of: subtitles.path) ?? .missing
            if state.size > 0 { files.append(state) } else { others.append(state) }
        }
        return SourceState(description: descriptionState, files: files, companions: others)
    }

    /// The references to files that are missing, no regular files, or outside of the folder.
    func missingFiles(in folder: any MovieStorage) -> [(path: String, location: SourceLocation?)] {
        (movies.map { ($0.path, $0.location) } + subtitles.map { ($0.path, $0.location) } + companions.references)
            .filter { folder.state(of: $0.0)?.size ?? 0 == 0 }
    }

    private static let unreadable = "missing, empty, no regular file, or outside of the folder"

    /// Opens all files. Throws `unreadable-input` for a movie that is missing or outside of the folder; other files are
    /// left out with a problem.
    func open(in folder: any MovieStorage) throws(StageError) -> (input: PresentationInput, state: SourceState) {
        var state = SourceState(description: descriptionState, files: [])
        var input = PresentationInput(name: name)
        for item in items {
            var opened = PresentationInput.Item([])
            (opened.start, opened.end) = (item.start, item.end)
            for reference in item.movies {
                let (file, fileState) = try folder.open(reference.path, reference.location)
                var movie = PresentationInput.Movie(file, name: reference.path)
                (movie.tracks, movie.labels) = (reference.properties.tracks, reference.properties.labels)
                opened.movies.append(movie)
                state.files.append(fileState)
            }
            input.items.append(opened)
        }
        var others: [MovieFolder.FileState] = []
        for reference in subtitles {
            guard let (file, fileState) = folder.open(reference.path) else {
                // The state of a file that is not presented; the files are those that are.
                others.append(folder.state(of: reference.path) ?? .missing)
                input.problems.append(
                    CompanionFiles.problem(reference.path, "is \(Self.unreadable)", reference.location))
                continue
            }
            var subtitles = PresentationInput.Subtitles(file, name: reference.path)
            (subtitles.offset, subtitles.label) = (reference.properties.offset, reference.properties.label)
            subtitles.encoding = reference.properties.encoding
            input.subtitles.append(subtitles)
            state.files.append(fileState)
        }
        input.identifyContent()
        if let description {
            input.companions = companions.open(description, in: folder) { input.problems.append($0) }
        }
        state.companions = companions.states(in: folder) + others
        input.sessionData = description?.sessionData ?? []
        return (input, state)
    }
}

// Presentation files.
extension PresentationSource {
    private mutating func read(_ path: String, _ folder: any MovieStorage) throws(StageError) {
        let (description, result) = PresentationDescription.read(path) { file, limit throws(Diagnostic) in
            guard let bytes = folder.read(file, limit: limit) else {
                throw Diagnostic(
                    code: "unreadable-file", message: "cannot read '\(file)', or it is over \(limit >> 10) KiB")
            }
            return bytes
        }
        guard let description else {
            throw StageError(.invalidOptions, result.text.split(separator: "\n").joined(separator: "\n"))
        }
        self.description = description
        add(description, at: path.lastIndex(of: "/").map { String(path[...$0]) } ?? "")
    }

    private static func references(
        _ renditions: [RenditionOption], _ base: String
    ) -> [Reference<MovieProperties>] {
        renditions.compactMap { rendition in
            rendition.file.map { file in
                Reference(
                    path: base + file.path, location: file.location,
                    properties: MovieProperties(
                        tracks: rendition.tracks, labels: [rendition.label] + rendition.labels))
            }
        }
    }

    private mutating func add(_ description: PresentationDescription, at base: String) {
        if !description.renditions.isEmpty {
            items = [Item(movies: Self.references(description.renditions, base))]
        }
        for item in description.items {
            items.append(Item(movies: Self.references(item.renditions, base), start: item.start, end: item.end))
        }
        companions = CompanionFiles(description, at: base)
        for option in description.subtitles {
            guard let file = option.file else { continue }
            let properties = SubtitleProperties(
                offset: option.offset, label: option.label, encoding: option.encoding)
            subtitles.append(Reference(path: base + file.path, location: file.location, properties: properties))
        }
    }
}

// The naming rule.
extension PresentationSource {
    /// Adds the movies whose names are the name with a height, the highest first, and subtitles with a language. Returns
    /// whether there are movies.
    private mutating func addLadder(in folder: any MovieStorage) -> Bool {
        let (base, movie) = Self.parts(of: name)
        guard !movie.isEmpty, let names = Self.names(in: base, of: folder) else { return false }
        let rungs = names.compactMap { name in MovieName.height(name, of: movie).map { (name: name, height: $0) } }
            .sorted { ($1.height, $0.name) < ($0.height, $1.name) }
        var movies: [Reference<MovieProperties>] = []
        for (index, rung) in rungs.prefix(PresentationDescription.fileLimit).enumerated() {
            var video = TrackLabel()
            (video.type, video.files) = (.video, QuotableText(plain: "video-\(rung.height)"))
            // The audio and the subtitles of all files are the same.
            let properties = MovieProperties(tracks: index == 0 ? nil : .video, labels: [video])
            movies.append(Reference(path: base + rung.name, properties: properties))
        }
        guard !movies.isEmpty else { return false }
        items = [Item(movies: movies)]
        addSubtitles(names, of: movie, at: base)
        return true
    }

    /// Returns the folder of a name, empty or with a slash at its end, and the last part.
    private static func parts(of name: String) -> (base: String, last: String) {
        let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return (String(name.dropLast(last.count)), String(last))
    }

    private static func names(in base: String, of folder: any MovieStorage) -> [String]? {
        folder.names(in: base.isEmpty ? "" : String(base.dropLast()))
    }

    /// Adds the subtitle files with a language of a movie, at most the limit.
    private mutating func addSubtitles(_ names: [String], of movie: String, at base: String) {
        var found: Set<[String]> = []
        for name in names.sorted() {
            guard let stated = MovieName.subtitles(name, of: movie), found.insert(stated.parts).inserted,
                subtitles.count < PresentationDescription.fileLimit
            else { continue }
            var properties = SubtitleProperties()
            properties.label = stated.label
            subtitles.append(Reference(path: base + name, properties: properties))
        }
    }
}

extension MovieStorage {
    fileprivate func open(
        _ name: String, _ location: SourceLocation?
    ) throws(StageError) -> (file: MappedFile, state: MovieFolder.FileState) {
        if let opened = open(name) { return opened }
        let place = location.map { "\($0.file):\($0.line): " } ?? ""
        throw StageError(
            .unreadableInput, "\(place)'\(name)' is missing, empty, no regular file, or outside of the folder")
    }
}
