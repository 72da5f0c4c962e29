import OnDemand
import PipelineFile

/// The JSON form of a report on the streaming of a movie.
struct StreamabilityDocument: OutputDocument {
    var schema = 1
    var report: StreamabilityReport

    private enum CodingKeys: String, CodingKey { case schema }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
    }

    static let name = "streamable"
    static let schema = JSONSchema.document(
        "Output of 'sluice inspect --streamable --json'",
        JSONSchema.object(.merged(["schema": JSONSchema.version], properties), optional: optional))

    /// The properties of a report, and the properties that may be absent.
    static let properties: JSONValue = [
        "name": JSONSchema.string("Path or name of the movie."),
        "verdict": JSONSchema.choice(
            StreamabilityReport.Verdict.allCases.map(\.rawValue), "Whether the movie can be streamed without encoding."),
        "duration": JSONSchema.number("Duration in seconds; absent if it cannot be read."),
        "bitRate": JSONSchema.integer(
            "Average bit rate of the largest video and audio in bits per second; absent if it cannot be streamed."),
        "segments": segments,
        "layout": layout, "tracks": JSONSchema.array(of: track), "findings": JSONSchema.array(of: finding),
    ]
    static let optional: Set<String> = ["duration", "bitRate", "segments", "layout"]

    private static let segments = JSONSchema.object([
        "count": JSONSchema.integer("Number of segments of a rendition."),
        "interval": JSONSchema.number("Requested duration in seconds."),
        "longest": JSONSchema.number("Longest duration in seconds."),
    ])
    private static let layout = JSONSchema.object(
        [
            "isFragmented": JSONSchema.boolean("Whether the file is fragmented MP4."),
            "indexInFront": JSONSchema.boolean("Whether the tables precede the media."),
            "farthestSeek": JSONSchema.integer("Largest distance between samples of one time in the file, in bytes."),
        ], optional: ["farthestSeek"])
    private static let player = JSONSchema.object(
        [
            "player": JSONSchema.choice(PlayerSupport.Player.allCases.map(\.rawValue), "Player."),
            "support": JSONSchema.choice(
                PlayerSupport.Support.allCases.map(\.rawValue), "Support: some means on some devices or versions."),
            "reason": JSONSchema.string("Condition or reason."),
        ], optional: ["reason"])
    private static let sync = JSONSchema.object([
        "count": JSONSchema.integer("Number of sync samples."),
        "longestInterval": JSONSchema.number("Longest interval between them in seconds."),
        "meanInterval": JSONSchema.number("Average interval between them in seconds."),
    ])
    private static let track = JSONSchema.object(
        [
            "file": JSONSchema.string("File; present if the presentation has several."),
            "number": JSONSchema.integer("Identifier of the track in the movie."),
            "type": JSONSchema.string("Media type."), "codec": JSONSchema.string("Codec string."),
            "language": JSONSchema.string("BCP 47 tag."), "width": JSONSchema.integer("Width in pixels."),
            "height": JSONSchema.integer("Height in pixels."), "frameRate": JSONSchema.number("Frames per second."),
            "channels": JSONSchema.integer("Number of channels."),
            "sampleRate": JSONSchema.integer("Sample rate in hertz."),
            "bitRate": JSONSchema.integer("Average bit rate in bits per second."),
            "peakBitRate": JSONSchema.integer("Bit rate of the largest second in bits per second."),
            "syncSamples": sync, "players": JSONSchema.array(of: player),
        ],
        optional: [
            "file", "language", "width", "height", "frameRate", "channels", "sampleRate", "bitRate", "peakBitRate",
            "syncSamples",
        ])
    private static let finding = JSONSchema.object(
        [
            "severity": JSONSchema.choice(["error", "warning", "note"], "Severity."),
            "code": JSONSchema.string("Stable identifier, such as long-segments."),
            "message": JSONSchema.string("Problem and its consequence."),
            "command": JSONSchema.string("Command that mends the movie; absent if none does, or none is needed."),
        ], optional: ["command"])
}
