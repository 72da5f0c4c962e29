import Media
package import StageKit

/// A file that GStreamer demultiplexes.
package struct DemuxedInput: Sendable {
    package var path: String
    package var tracks: TrackSelection
    /// The maximum number of lost or damaged frames per track; nil for no limit.
    package var maxDamage: Int?

    /// The kinds of tracks of which the input may have only unsupported ones.
    package var allowMissing: [EssentialTracks] = []

    /// The option for the damage limit: its name, range and help.
    package static let maxDamageName = DamageReport.limitName
    package static let maxDamageRange = DamageReport.limitRange
    package static let maxDamageHelp = DamageReport.limitHelp

    /// The values of the option `tracks`, for the help of stages that demultiplex.
    package static let selectionHelp = TrackSelection.help(
        number:
            "track_ID of MP4, track number of Matroska, PID of a transport stream, otherwise the stream's position "
            + "from 1")

    /// A file.
    package init(path: String, tracks: TrackSelection, maxDamage: Int? = nil) {
        self.path = path
        self.maxDamage = maxDamage
        self.tracks = tracks
    }

    /// Creates the pipeline; its element `streams` finds the streams of the input.
    func pipeline(_ context: StageContext, _ output: DamageMonitor.Output) throws -> ElementPipeline {
        try FileInput.validate(path)
        try MatroskaEncryption.validate(path)
        // The pad of the AIFF demuxer has uncompressed formats only, and decodebin regards any of them as final. It
        // then starts the demuxer before it blocks or exposes the pad, and samples that come first are lost with the
        // stream. Without final formats it waits for the format of the file.
        let finalFormats = FileInput.isAIFF(path) ? " caps=NONE" : ""
        let junk = MPEGAudioJunk(path)
        junk?.report(of: path, context)
        let pipeline = try ElementPipeline(
            "filesrc name=file ! decodebin name=streams\(finalFormats)\(junk?.inputFormat ?? "")", subject: path,
            context: context,
            damage: DamageMonitor(output))
        pipeline.element("file").setString("location", path)
        return pipeline
    }

    /// The chapters of a file; nil if it has none.
    var chapters: ChapterList? { InputChapters.read(path) }

    /// The codec delays that the demuxer does not report.
    var delays: MatroskaTracks { MatroskaTracks(path: path) }
}
