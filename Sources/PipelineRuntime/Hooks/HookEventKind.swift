public import StageKit

/// The kinds of events that hooks send to other programs.
public enum HookEventKind: String, Sendable, CaseIterable, Codable, OptionValue {
    /// The stages have started.
    case pipelineStarted = "pipeline.started"
    /// A player can play: every rendition lists at least three target durations.
    case pipelineReady = "pipeline.ready"
    /// The run has ended without an error.
    case pipelineStopped = "pipeline.stopped"
    /// The run has failed or was aborted.
    case pipelineFailed = "pipeline.failed"
    /// A service starts the pipeline again after a delay.
    case pipelineRestarting = "pipeline.restarting"
    /// The pipeline file of a service, or its changed content, has errors; a run in progress continues.
    case pipelineInvalid = "pipeline.invalid"
    /// A source delivers nothing and is being reopened.
    case sourceLost = "source.lost"
    /// A lost source delivers again.
    case sourceReturned = "source.returned"
    /// A sink has published a segment.
    case segmentPublished = "segment.published"
    /// A file or a folder of the output is complete.
    case recordingFinished = "recording.finished"
    /// A remote store does not accept files.
    case pushFailed = "push.failed"
    /// A remote store accepts files again.
    case pushRecovered = "push.recovered"
    /// A sink cannot write its output and is retried.
    case outputFailed = "output.failed"
    /// A sink that has failed writes its output again.
    case outputRecovered = "output.recovered"
    /// The disk of an output folder fills up.
    case diskLow = "disk.low"
    /// The first viewer has requested a playlist from an origin; estimated.
    case viewerFirst = "viewer.first"
    /// No viewer has requested a playlist within three target durations.
    case viewerLast = "viewer.last"
}
