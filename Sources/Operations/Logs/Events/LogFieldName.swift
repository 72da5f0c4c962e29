/// The names of fields of log events. Names end in their unit; a name never changes its meaning.
package enum LogFieldName: String, Sendable, CaseIterable {
    case code
    case rendition
    case path
    case bytes
    case startSeconds = "start_seconds"
    case durationSeconds = "duration_seconds"
    case positionSeconds = "position_seconds"
    case wallSeconds = "wall_seconds"
    case speedRatio = "speed_ratio"
    case segments
    case renditions
    case dropped
    case count
    case phase
    case state
    case reason
    case restarts
    case restartSeconds = "restart_seconds"
    case kind
    case outputs
    case file
    case line
    case column
    case progressRatio = "progress_ratio"
    case expectedBytes = "expected_bytes"
    case bytesPerSecond = "bytes_per_second"

    /// The meaning of the field.
    package var summary: String {
        switch self {
        case .code: "Stable identifier of the kind of problem or error"
        case .rendition: "Name of the rendition"
        case .path: "Path of the file, relative to the presentation"
        case .bytes: "Size in bytes"
        case .startSeconds: "Earliest presentation time, in seconds"
        case .durationSeconds: "Duration of the media, in seconds"
        case .positionSeconds: "Media time of the slowest stage, in seconds"
        case .wallSeconds: "Time since the run started, in seconds"
        case .speedRatio: "Media time divided by wall-clock time"
        case .segments: "Number of published segments of the longest rendition"
        case .renditions: "Number of renditions"
        case .dropped: "Number of frames that were dropped because stages were too slow"
        case .count: "Number of events"
        case .phase: "How the run ended: `finished`, `stopped`, `failed` or `aborted`"
        case .state: "State of the pipeline in its service, such as `restarting`"
        case .reason: "Reason of the state"
        case .restarts: "Number of restarts since the service started"
        case .restartSeconds: "Time until the restart, in seconds"
        case .kind: "Kind of the stage"
        case .outputs: "Playlists and addresses of the result, separated by spaces"
        case .file: "Pipeline file"
        case .line: "Line in the pipeline file, counted from 1"
        case .column: "Column in the pipeline file, counted from 1"
        case .progressRatio: "Completed fraction, from 0 to 1"
        case .expectedBytes: "Estimated size of the complete download, in bytes"
        case .bytesPerSecond: "Speed of the download, in bytes per second"
        }
    }
}
