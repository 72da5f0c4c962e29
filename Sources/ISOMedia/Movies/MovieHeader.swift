import Media

/// The `moov` box: movie header, tracks and defaults of fragments.
struct MovieHeader {
    let timescale: Int32
    let duration: MediaTime?
    let tracks: [MovieTrack]
    /// The defaults by track_ID.
    let defaults: [UInt32: SampleDefaults]
    /// Whether movie fragments may follow.
    let extends: Bool

    init(_ box: BoxView, brands: FileBrands?) throws(MovieFileError) {
        let children = try box.children()
        if let compressed = children["cmov"] { throw compressed.damaged("compressed movie headers are not supported") }
        guard let header = children["mvhd"] else { throw box.damaged("it has no movie header (mvhd)") }
        let times = try HeaderTimes(header)
        timescale = times.timescale
        duration = times.duration
        let trackBoxes = children.filter { $0.type == "trak" }
        guard trackBoxes.count <= MovieLimits.tracks else {
            throw .tooLarge(what: "tracks", limit: MovieLimits.tracks)
        }
        let isQuickTime = brands?.isQuickTime ?? true
        var tracks: [MovieTrack] = []
        for track in trackBoxes {
            tracks.append(try MovieTrack(track, movieTimescale: times.timescale, isQuickTime: isQuickTime))
        }
        self.tracks = tracks
        extends = children["mvex"] != nil
        defaults = try Self.defaults(children["mvex"])
    }

    private static func defaults(_ box: BoxView?) throws(MovieFileError) -> [UInt32: SampleDefaults] {
        var defaults: [UInt32: SampleDefaults] = [:]
        for child in try box?.children() ?? [] where child.type == "trex" {
            try child.require(24)
            var values = SampleDefaults(duration: child.u32(12), size: child.u32(16), flags: child.u32(20))
            values.descriptionIndex = max(1, child.u32(8))
            defaults[child.u32(4)] = values
        }
        return defaults
    }
}
