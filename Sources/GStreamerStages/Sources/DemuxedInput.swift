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
    private var limits = TimeLimits()

    /// The option of stages that read: its name, range and help.
    package static let maxDamageName = "max-damage"
    package static let maxDamageRange = 0...1_000_000_000
    package static let maxDamageHelp =
        "the number of lost or damaged frames that is tolerated per track; with more the run goes on to its end and "
        + "counts as failed"

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
        try FileInput.check(path)
        let pipeline = try ElementPipeline(
            "filesrc name=file ! decodebin name=streams", subject: subject, context: context, limits: limits,
            damage: DamageMonitor(output))
        pipeline.element("file").setString("location", path)
        return pipeline
    }

    /// The delays that the demuxer leaves out.
    var delays: MatroskaTracks { MatroskaTracks(path: path) }

    /// Says that subtitles are left out that are neither plain text nor markup of it.
    func warnOfSubtitles(_ caps: CapsFields, _ context: StageContext) {
        guard tracks == .all, let name = Self.subtitles[caps.name] else { return }
        context.warn(
            "subtitles-left-out",
            "\(subject) has subtitles in \(name), which are left out; WebVTT, SubRip and the text of MP4 are carried")
    }

    /// Kinds of subtitles that are no text, or text with a layout of their own.
    private static let subtitles = [
        "application/x-ssa": "SSA", "application/x-ass": "ASS", "subpicture/x-dvd": "pictures of a DVD",
        "subpicture/x-pgs": "pictures of a Blu-ray disc", "subpicture/x-dvb": "pictures of DVB",
        "application/x-teletext": "teletext",
    ]
}
