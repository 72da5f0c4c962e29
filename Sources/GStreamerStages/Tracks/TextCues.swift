import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Converts the subtitles of a file to cues.
struct TextCues: TrackConverter {
    /// The duration of cues without one.
    private static let defaultDuration: Int64 = 4_000_000_000

    /// Whether the text has the markup of SubRip; otherwise it is WebVTT as stored in Matroska.
    private let isMarkup: Bool
    private let context: StageContext
    private let leftOut: LeftOutSamples?
    private var id = Track.ID(rawValue: 0)
    private var hasWarned = false

    init(isMarkup: Bool, context: StageContext, leftOut: LeftOutSamples? = nil) {
        self.leftOut = leftOut
        self.isMarkup = isMarkup
        self.context = context
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) -> Track {
        self.id = id
        return Track(id: id, format: .timedText(.webVTT), timescale: 1000)
    }

    mutating func convert(_ buffer: borrowing SinkSample, _ emit: (Sample) -> Void) {
        guard let bytes = buffer.buffer.flatMap({ ByteSlice.borrowing($0) })?.bytes, let time = buffer.presentationTime
        else {
            leftOut?.count("which have no presentation time")
            return
        }
        let start = MediaTime.nanoseconds(max(0, time)).ticks(at: 1000)
        let end = MediaTime.nanoseconds(time + (buffer.duration ?? Self.defaultDuration)).ticks(at: 1000)
        guard end > start else {
            leftOut?.count("whose duration is not positive")
            return
        }
        guard let text = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) else {
            leftOut?.count("which are not valid UTF-8")
            return warn()
        }
        let cue = isMarkup ? Self.markup(text, start, end) : WebVTTCue(matroskaBlock: text, start: start, end: end)
        guard !cue.payload.isEmpty, cue.payload.utf8.count <= TimedTextFile.maximumCueSize else {
            leftOut?.count(cue.payload.isEmpty ? "which have no text" : "whose text is too long")
            return
        }
        emit(
            Sample(
                track: id, timescale: 1000, decodeTicks: start, duration: end - start, flags: .sync,
                bytes: ByteSlice(copying: cue.box)))
    }

    mutating func finish(_ emit: (Sample) -> Void) {}

    private static func markup(_ text: String, _ start: Int64, _ end: Int64) -> WebVTTCue {
        let (payload, settings) = SubRipMarkup.converted(text)
        return WebVTTCue(start: start, end: end, settings: settings, payload: WebVTTPayload.cleaned(payload))
    }

    private mutating func warn() {
        guard !hasWarned else { return }
        hasWarned = true
        context.reportWarning("text-left-out", "a subtitle track is not valid UTF-8; its invalid cues are skipped")
    }
}
