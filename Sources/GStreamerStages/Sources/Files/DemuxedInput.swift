import Media
package import StageKit

/// The input of a demuxer: a file, or a local playlist that refers to remote media.
package struct DemuxedInput: Sendable {
    package var path: String
    /// The name of the input in messages.
    package var subject: String
    package var tracks: TrackSelection
    /// The maximum number of lost or damaged frames per track; nil for no limit.
    package var maxDamage: Int?
    /// The first part of the names of the stages that read the input: `file` or `hls`.
    private(set) var family = "file"
    private var limits = ElementTimeouts()

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
        subject = path
        self.tracks = tracks
    }

    /// A playlist that represents `subject`. The run fails if no media arrive for `silence`.
    package init(playlist path: String, of subject: String, tracks: TrackSelection, silence: Duration) {
        self.init(path: path, tracks: tracks)
        self.subject = subject
        family = "hls"
        limits.silence = silence
        limits.silenceText =
            "its playlist has no new segment and no end, or its server does not "
            + "respond; check the server, or set a longer 'inactivity-timeout'"
    }

    /// Creates the pipeline; its element `streams` finds the streams of the input.
    func pipeline(_ context: StageContext, _ output: DamageMonitor.Output) throws -> ElementPipeline {
        try FileInput.validate(path)
        try MatroskaEncryption.validate(path)
        // The pad of the AIFF demuxer has uncompressed formats only, and decodebin regards any of them as final. It
        // then starts the demuxer before it blocks or exposes the pad, and samples that come first are lost with the
        // stream. Without final formats it waits for the format of the file.
        let finalFormats = FileInput.isAIFF(path) ? " caps=NONE" : ""
        let junk = family == "file" ? MPEGAudioJunk(path) : nil
        junk?.report(of: subject, context)
        let pipeline = try ElementPipeline(
            "filesrc name=file ! decodebin name=streams\(finalFormats)\(junk?.inputFormat ?? "")", subject: subject,
            context: context,
            limits: limits,
            damage: DamageMonitor(output))
        pipeline.element("file").setString("location", path)
        return pipeline
    }

    /// The chapters of a file; nil if it has none.
    var chapters: ChapterList? { family == "file" ? InputChapters.read(path) : nil }

    /// The codec delays that the demuxer does not report.
    var delays: MatroskaTracks { MatroskaTracks(path: path) }
}
