package import GStreamerStages
import Matroska
package import Media
import PackagingStages
package import StageKit
import SystemFiles

/// Reads the coded samples of the tracks of a file unchanged.
///
/// Matroska and WebM are read like ``ReadMatroska`` reads them; GStreamer demultiplexes other containers.
package struct FileRead: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "file.read"
    package static let abstract = "Reads the coded samples of any container that GStreamer demuxes, and of Matroska."

    package typealias Options = DemuxedRead.Options

    private let options: Options

    package init(options: Options) throws { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        guard isMatroska else { return try await DemuxedRead(options: options).run(output: output, context: context) }
        var matroska = ReadMatroska.Options()
        (matroska.path, matroska.tracks) = (options.path, options.tracks)
        (matroska.maxDamage, matroska.allowMissing) = (options.maxDamage, options.allowMissing)
        try await ReadMatroska(options: matroska).run(output: output, context: context)
    }

    /// Whether the file is in Matroska or WebM. Pipes are not examined.
    private var isMatroska: Bool {
        (try? MappedFile(path: options.path)).map { MatroskaFile.recognizes($0.content) } ?? false
    }
}

extension FileRead {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
}
