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
        guard let header = children[MovieHeaderBox.self] else { throw box.damaged("it has no movie header (mvhd)") }
        let fields = try MovieHeaderBox(reading: header)
        let times = try HeaderTimes(
            timescale: fields.timescale, duration: fields.duration, fields.header, in: header)
        timescale = times.timescale
        duration = times.duration
        let trackBoxes = children.filter { $0.type == .trak }
        guard trackBoxes.count <= MovieLimits.tracks else {
            throw .tooLarge(what: "tracks", limit: MovieLimits.tracks)
        }
        let isQuickTime = brands?.isQuickTime ?? true
        var tracks: [MovieTrack] = []
        for track in trackBoxes {
            tracks.append(
                try MovieTrack(
                    track, movieTimescale: times.timescale, movieMatrix: fields.matrix, isQuickTime: isQuickTime))
        }
        self.tracks = tracks
        extends = children[.mvex] != nil
        defaults = try Self.defaults(children[.mvex])
    }

    private static func defaults(_ box: BoxView?) throws(MovieFileError) -> [UInt32: SampleDefaults] {
        var defaults: [UInt32: SampleDefaults] = [:]
        for child in try box?.children() ?? [] where child.type == TrackExtendsBox.type {
            var fields = try TrackExtendsBox(reading: child)
            fields.defaults.descriptionIndex = max(1, fields.defaults.descriptionIndex)
            defaults[fields.trackID] = fields.defaults
        }
        return defaults
    }
}
