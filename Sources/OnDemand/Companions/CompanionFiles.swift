import PackagingStages
import PipelineFile
import StageKit

/// The files that accompany the media of a presentation, with their paths below the folder.
struct CompanionFiles: Sendable {
    private struct Reference: Sendable {
        var path: String
        var location: SourceLocation?
        var language: LanguageTag?

        init(_ file: FileReference, at base: String, _ language: LanguageTag? = nil) {
            (path, location, self.language) = (base + file.path, file.location, language)
        }
    }

    private var thumbnails: Reference?
    private var chapters: [Reference] = []

    init() {}

    /// The files that a presentation file names.
    init(_ description: PresentationDescription, at base: String) {
        thumbnails = description.thumbnails.map { Reference($0, at: base) }
        chapters = description.chapters.compactMap { option in
            option.file.map { Reference($0, at: base, option.language) }
        }
    }

    private var all: [Reference] { (thumbnails.map { [$0] } ?? []) + chapters }

    /// The paths, and the places of the references.
    var references: [(path: String, location: SourceLocation?)] { all.map { ($0.path, $0.location) } }

    /// Returns the states of the files and of the images.
    func states(in folder: any MovieStorage) -> [MovieFolder.FileState] {
        var paths = all.map(\.path)
        if let map = try? map(in: folder) { paths += imagePaths(of: map) }
        return paths.map { folder.state(of: $0) ?? .missing }
    }

    /// The problem of a file that is left out, so that the others are presented.
    static func problem(_ path: String, _ reason: String, _ location: SourceLocation? = nil) -> Problem {
        let place = location.map { "\($0.file):\($0.line): " } ?? ""
        return Problem(.warning, code: "companion-left-out", message: "\(place)left out: '\(path)' \(reason)")
    }

    static func problem(_ error: StageError) -> Problem {
        Problem(.warning, code: "companion-left-out", message: "left out: \(error.message)")
    }

    private func map(in folder: any MovieStorage) throws(StageError) -> ThumbnailMap? {
        guard let thumbnails else { return nil }
        return try ThumbnailMap(try read(thumbnails, ThumbnailMap.mapLimit, folder), named: thumbnails.path)
    }

    /// Images are named relative to the file that names them.
    private func imagePaths(of map: ThumbnailMap) -> [String] {
        let base = thumbnails.flatMap { file in file.path.lastIndex(of: "/").map { String(file.path[...$0]) } } ?? ""
        return map.sheets.map { base + $0.path }
    }

    /// Reads all files. Those that cannot be read are left out and reported.
    func open(
        _ description: PresentationDescription, in folder: any MovieStorage, _ report: (Problem) -> Void
    ) -> Companions {
        var companions = Companions()
        (companions.cues, companions.date) = (description.cues, description.date)
        for reference in chapters {
            do throws(StageError) {
                let bytes = try read(reference, ThumbnailMap.mapLimit, folder)
                try companions.chapters.add(bytes, named: reference.path, reference.language)
            } catch {
                report(Self.problem(error))
            }
        }
        do throws(StageError) {
            companions.thumbnails = try openThumbnails(in: folder)
        } catch {
            report(Self.problem(error))
        }
        return companions
    }

    private func openThumbnails(in folder: any MovieStorage) throws(StageError) -> ThumbnailMap? {
        guard var map = try map(in: folder) else { return nil }
        // All images are looked up before a missing image is reported: remote ones are then fetched together.
        let images = imagePaths(of: map).map { (path: $0, bytes: folder.read($0, limit: ThumbnailMap.imageLimit)) }
        if let missing = images.first(where: { $0.bytes == nil }) {
            throw unreadable(missing.path, ThumbnailMap.imageLimit, thumbnails?.location)
        }
        try map.add(images: images.compactMap(\.bytes))
        return map
    }

    private func read(_ reference: Reference, _ limit: Int, _ folder: any MovieStorage) throws(StageError) -> [UInt8] {
        guard let bytes = folder.read(reference.path, limit: limit) else {
            throw unreadable(reference.path, limit, reference.location)
        }
        return bytes
    }

    private func unreadable(_ path: String, _ limit: Int, _ location: SourceLocation?) -> StageError {
        let place = location.map { "\($0.file):\($0.line): " } ?? ""
        return StageError(
            .unreadableInput,
            "\(place)'\(path)' is missing, no regular file, outside of the folder, or over \(limit >> 20) MiB")
    }
}
