import PackagingStages
import Media
import StageKit
import StageTesting

/// The playlist and manifest stages, run step by step.
struct ManifestRun {
    var playlists: HLSPlaylist
    var manifest: DASHManifest
    let clock = VirtualClock(date: WallTime(milliseconds: 1_767_323_045_678))
    var resources: [Resource] = []
    var problems: [Problem] = []

    init(
        _ type: HLSPlaylist.PlaylistKind, latency: MediaTime? = nil, takesType: Bool = false,
        _ configure: (inout HLSPlaylist.Options) -> Void = { _ in }
    ) throws {
        var options = HLSPlaylist.Options()
        options.type = type
        configure(&options)
        playlists = try HLSPlaylist(options: options)
        var own = DASHManifest.Options()
        own.type = takesType ? nil : type
        own.latency = latency
        manifest = try DASHManifest(options: own)
    }

    mutating func send(_ segments: Segment...) throws {
        for segment in segments {
            var effects = Effects<Resource>(clock: clock)
            try playlists.receive(.payload(segment), &effects)
            try pass(effects)
        }
    }

    mutating func finish() throws {
        var effects = Effects<Resource>(clock: clock)
        try playlists.finish(&effects)
        try pass(effects)
        var last = Effects<Resource>(clock: clock)
        try manifest.finish(&last)
        store(last)
    }

    private mutating func pass(_ effects: Effects<Resource>) throws {
        var result = Effects<Resource>(clock: clock)
        for message in effects.messages { try manifest.receive(message, &result) }
        store(result)
    }

    private mutating func store(_ effects: Effects<Resource>) {
        for case .payload(let resource) in effects.messages { resources.append(resource) }
        for case .report(let problem) in effects.requestsAndReports { problems.append(problem) }
    }

    var texts: [String] {
        resources.compactMap { resource in
            guard resource.path == "index.mpd", case .store(let content) = resource.action else { return nil }
            return String(decoding: content.bytes, as: UTF8.self)
        }
    }
}
