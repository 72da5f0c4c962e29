package import StageKit

/// What a demuxer reads: a file, or a playlist in a file that leads elsewhere.
package struct DemuxedInput: Sendable {
    package var path: String
    /// What messages call it.
    package var subject: String
    package var tracks: TrackSelection
    /// The number of lost or damaged frames that is tolerated per track; nil where no number makes the run fail.
    package var maxDamage: Int?
    /// What the stages are called that read it: `file` or `hls`.
    private(set) var family = "file"
    private var limits = ElementTimeouts()

    /// The option of stages that read: its name, range and help.
    package static let maxDamageName = DamageReport.limitName
    package static let maxDamageRange = DamageReport.limitRange
    package static let maxDamageHelp = DamageReport.limitHelp

    /// The values of the option `tracks` of stages that demux, for help.
    package static let selectionHelp = TrackSelection.help(
        number:
            "track_ID of MP4, track number of Matroska, PID of a transport stream, otherwise the stream's place from 1")

    /// A file.
    package init(path: String, tracks: TrackSelection, maxDamage: Int? = nil) {
        self.path = path
        self.maxDamage = maxDamage
        subject = path
        self.tracks = tracks
    }

    /// A playlist that stands for `subject`, whose media has stalled where none comes for all of `silence`.
    package init(playlist path: String, of subject: String, tracks: TrackSelection, silence: Duration) {
        self.init(path: path, tracks: tracks)
        self.subject = subject
        family = "hls"
        limits.silence = silence
        limits.silenceText =
            "its playlist names no new segment and has no end, or its server does not answer; see to the server, or "
            + "set a longer 'patience'"
    }

    /// The elements that find the streams of it, behind the name `streams`.
    func pipeline(_ context: StageContext, _ output: DamageMonitor.Output) throws -> ElementPipeline {
        try FileInput.validate(path)
        try MatroskaEncryption.validate(path)
        let pipeline = try ElementPipeline(
            "filesrc name=file ! decodebin name=streams", subject: subject, context: context, limits: limits,
            damage: DamageMonitor(output))
        pipeline.element("file").setString("location", path)
        return pipeline
    }

    /// The delays that the demuxer leaves out.
    var delays: MatroskaTracks { MatroskaTracks(path: path) }
}
