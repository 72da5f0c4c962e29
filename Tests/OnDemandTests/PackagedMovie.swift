import Media
import OnDemand
import Packaging
import PackagingStages
import ProtectionStages
import StageKit
import StageTesting
import SystemFiles

/// The files of a movie as the stages of `sluice segment` and `dash.manifest` publish them, in order.
struct PackagedMovie {
    private(set) var files: [String: [UInt8]] = [:]

    init(_ path: String, _ options: MoviePresentationOptions) async throws { try await self.init([path], options) }

    /// The files of several movies, of which only the first has tracks other than video.
    init(_ paths: [String], _ options: MoviePresentationOptions) async throws {
        let context = StageContext(stageName: "movie")
        var messages: [Message<Sample>] = []
        for path in paths {
            var reading = ReadMovie.Options()
            (reading.path, reading.tracks) = (path, path == paths[0] ? options.tracks : .video)
            let outlet = CollectingOutlet<Sample>()
            try await ReadMovie(options: reading).run(output: outlet, context: context)
            messages += outlet.messages
        }
        // Tracks are known before their first sample.
        messages = messages.filter(\.isTrack) + messages.filter { !$0.isTrack }

        var segmenting = SegmentFragmentedMP4.Options()
        (segmenting.profile, segmenting.interval) = (options.profile, options.interval)
        segmenting.randomAccess = options.randomAccess
        var segments = try TransformHarness(SegmentFragmentedMP4.self, options: segmenting)
        try segments.push(messages)
        try segments.finish()
        let encrypted = try await Self.encrypted(segments.effects.messages, options)

        var listing = HLSPlaylist.Options()
        listing.packaging = options.isSingleFile ? .singleFile : .files
        var playlists = try TransformHarness(HLSPlaylist.self, options: listing)
        try playlists.push(encrypted)
        try playlists.finish()

        var resources = playlists.payloads
        if options.encryption?.method != .aes128 {
            var description = try TransformHarness(DASHManifest.self)
            try description.push(playlists.effects.messages)
            // Some movies have subtitles only, which DASH does not list.
            try? description.finish()
            resources = description.payloads
        }
        for resource in resources where resource.role != .record {
            switch resource.action {
            case .store(let data): files[resource.path] = data.bytes
            case .append(let data): files[resource.path, default: []] += data.bytes
            case .remove: break
            }
        }
    }
}

extension PackagedMovie {
    /// Returns the segments as `fmp4.encrypt` emits them; the same segments without encryption.
    private static func encrypted(
        _ segments: [Message<Segment>], _ options: MoviePresentationOptions
    ) async throws -> [Message<Segment>] {
        guard let encryption = options.encryption else { return segments }
        let outlet = CollectingOutlet<Segment>()
        try await EncryptSegments(options: encryption).run(
            input: ScriptedInlet(segments), output: outlet, context: StageContext(stageName: "encrypted"))
        return outlet.messages
    }
}

extension Message {
    fileprivate var isTrack: Bool {
        if case .track = self { return true }
        return false
    }
}

/// Opens the presentation of a movie.
func openPresentation(
    _ path: String, _ options: MoviePresentationOptions, _ limits: PresentationLimits = PresentationLimits()
) throws -> MoviePresentation {
    let movie = PresentationInput.Movie(try MappedFile(path: path, access: .random), name: path)
    return try PresentationPlanner.open(
        PresentationInput(name: path, movies: [movie]), options,
        encryption: options.encryption.map { try RequestedEncryption($0) },
        limits, clock: VirtualClock())
}

/// Returns the paths at which a presentation differs from the files of `sluice segment`; each file is requested whole, and
/// the files in reverse order.
func differences(_ presentation: MoviePresentation, _ packaged: PackagedMovie) -> [String] {
    var paths = Set(presentation.paths).symmetricDifference(packaged.files.keys).sorted()
    for path in presentation.paths.reversed() {
        guard let file = presentation[path], let expected = packaged.files[path] else { continue }
        if presentation.bytes(of: file, in: 0..<file.count)?.bytes != expected { paths.append(path) }
    }
    return paths
}
