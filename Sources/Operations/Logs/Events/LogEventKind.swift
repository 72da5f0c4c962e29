/// The kinds of log events. Names and message identifiers are stable; later versions only add kinds.
package enum LogEventKind: String, Sendable, CaseIterable {
    case pipelineStarted = "pipeline.started"
    case pipelineProgress = "pipeline.progress"
    case pipelineStopping = "pipeline.stopping"
    case pipelineStopped = "pipeline.stopped"
    case pipelineFailed = "pipeline.failed"
    case pipelineHint = "pipeline.hint"
    case pipelineReloaded = "pipeline.reloaded"
    case reloadRejected = "pipeline.reload-rejected"
    case pipelineState = "pipeline.state"
    case restartRequired = "pipeline.restart-required"
    case sourceLost = "source.lost"
    case sourceReturned = "source.returned"
    case stageRestarted = "stage.restarted"
    case stageProblem = "stage.problem"
    case segmentPublished = "segment.published"
    case partPublished = "part.published"
    case eventsMissed = "events.missed"
    case fileInvalid = "file.invalid"
    case serviceStarted = "service.started"
    case serviceStopping = "service.stopping"
    case serviceStopped = "service.stopped"
    case serviceProblem = "service.problem"
    case downloadProgress = "download.progress"
    case downloadFinished = "download.finished"
    case downloadFailed = "download.failed"
    case downloadWarning = "download.warning"
    case notice
    case logSuppressed = "log.suppressed"
    case logDropped = "log.dropped"

    /// The level of events of this kind, unless they carry the severity of a problem.
    package var level: LogLevel { definition.level }
    /// The meaning of the event.
    package var summary: String { definition.summary }
    /// The fields that events of this kind may have, besides `time`, `level`, `event`, `pipeline`, `stage`, `message`.
    package var fields: [LogFieldName] { definition.fields }
    /// The identifier in the journal (`MESSAGE_ID`): 128 bits in hexadecimal digits.
    package var messageID: String {
        switch self {
        case .pipelineStarted: "f6fadfa7e5c14b629362da5cc13da58a"
        case .pipelineProgress: "2c63888f28f04481be6ddce7a7ace732"
        case .pipelineStopping: "8a119b9e16bc47328f7b7676d015b0dc"
        case .pipelineStopped: "bc67ba94637d4efaa09e467ada679f81"
        case .pipelineFailed: "fab36728a78b4b7e8787c0de2f960063"
        case .pipelineHint: "08b7d647ab10448987e5acc6b67c65ac"
        case .pipelineReloaded: "a712755f6cac44d599d5269512e74f7b"
        case .reloadRejected: "ac8efe121c5949f1ba2dde83458bfed0"
        case .pipelineState: "6d1c0bb2e7f544d3b0a2c75f0a6e9d41"
        case .restartRequired: "c2f9a8d0b46e4e5f9a1d37e86b7c05aa"
        case .sourceLost: "5796a670482c490e8d9782bfcdc83011"
        case .sourceReturned: "0b80a25553a14945a93258ef7777682c"
        case .stageRestarted: "45ac16b9c20d4c218f8a7abff2e91ac7"
        case .stageProblem: "dd2ee150d2844277b89c1af40ce8fcc9"
        case .segmentPublished: "3c3ae353fb14428e90b401a6c1cc0aff"
        case .partPublished: "b9c8b9ffe46e46279419c7723226db94"
        case .eventsMissed: "bbeeb6361d334c6d96f0da847a2a3b87"
        case .fileInvalid: "68e58909ccb24416925a56c9a30f4300"
        case .serviceStarted: "0f4b7f5a3c1d4e0c8f6aa0d2b9c7e513"
        case .serviceStopping: "b8e27c64d90f4a7797d54c1e6f3a2b08"
        case .serviceStopped: "47a9e3d1f5c24b6c8d0eb7392af1c65e"
        case .serviceProblem: "e19d6f02a8b34c9fb5c0783d4ef6a127"
        case .downloadProgress: "9a05c3e8b17f4d62a4d9f1e2706b83c5"
        case .downloadFinished: "3c7e91fa05d84be2b6a1c8f47d20e95b"
        case .downloadFailed: "d5f06b2c9e814a37b80ed23f61c7a94e"
        case .downloadWarning: "71b4e8d3a60c4f95a2e7d05c9f318b6d"
        case .notice: "ff53a46f5ead403a84c4b877678537a3"
        case .logSuppressed: "e179f773a6e043c09514b7dde2ad0478"
        case .logDropped: "0c28cec1b94742afa4b936976b4b76b0"
        }
    }

    private struct Definition {
        var level: LogLevel
        var summary: String
        var fields: [LogFieldName] = []

        init(_ level: LogLevel, _ summary: String, _ fields: [LogFieldName] = []) {
            (self.level, self.summary, self.fields) = (level, summary, fields)
        }
    }

    private static let failure: [LogFieldName] = [
        .phase, .code, .kind, .durationSeconds, .wallSeconds, .speedRatio, .segments, .renditions, .dropped, .file,
        .line, .column,
    ]
    private static let publication: [LogFieldName] = [.rendition, .path, .bytes, .startSeconds, .durationSeconds]

    private var definition: Definition {
        switch self {
        case .pipelineStarted: Definition(.info, "The stages of the run have started")
        case .pipelineProgress:
            Definition(
                .info, "Progress of the run, every minute unless a terminal shows it",
                [.positionSeconds, .durationSeconds, .wallSeconds, .speedRatio, .segments, .dropped])
        case .pipelineStopping: Definition(.info, "The run was asked to stop, and finishes its output")
        case .pipelineStopped:
            Definition(
                .info, "The run has ended as expected",
                [.phase, .outputs, .durationSeconds, .wallSeconds, .speedRatio, .segments, .renditions, .dropped])
        case .pipelineFailed: Definition(.error, "The run has failed or was aborted", Self.failure)
        case .pipelineHint: Definition(.info, "How to play the result, in text only")
        case .pipelineReloaded: Definition(.info, "A changed pipeline file was applied")
        case .reloadRejected:
            Definition(.error, "A changed pipeline file cannot be applied; the run continues unchanged")
        case .pipelineState:
            Definition(
                .info, "A pipeline of a service has entered a state; `failed` is an error, `restarting` a warning",
                [.state, .reason, .restarts, .restartSeconds])
        case .restartRequired:
            Definition(.warning, "A changed pipeline file was not applied to the run, which is restarted", [.reason])
        case .sourceLost:
            Definition(.warning, "A source delivers nothing, or has failed, and is being reopened", [.code])
        case .sourceReturned: Definition(.info, "A lost source delivers again", [.code])
        case .stageRestarted: Definition(.warning, "A stage that failed was replaced by a new instance", [.code])
        case .stageProblem:
            Definition(
                .warning, "A stage reports information, a warning or an error; the level is that of the problem",
                [.code])
        case .segmentPublished: Definition(.debug, "A segment is published", Self.publication)
        case .partPublished: Definition(.debug, "A part of a segment is published", Self.publication)
        case .eventsMissed: Definition(.warning, "Events were discarded because their observer was too slow", [.count])
        case .fileInvalid:
            Definition(.error, "An error or a warning in a pipeline file", [.code, .file, .line, .column])
        case .serviceStarted: Definition(.info, "The service has read its files and started its pipelines", [.count])
        case .serviceStopping: Definition(.info, "The service was asked to stop, and its pipelines finish their output")
        case .serviceStopped: Definition(.info, "The service has ended")
        case .serviceProblem:
            Definition(.warning, "The service or one of its pipelines cannot work as configured; may be an error")
        case .downloadProgress:
            Definition(
                .info, "Progress of a download, unless a terminal shows it",
                [.progressRatio, .bytes, .expectedBytes, .bytesPerSecond])
        case .downloadFinished: Definition(.info, "A download is complete", [.path, .bytes])
        case .downloadFailed: Definition(.error, "A download has failed; its files are kept")
        case .downloadWarning: Definition(.warning, "A part of a presentation was not downloaded")
        case .notice:
            Definition(.info, "Information about the start of a command, such as parameters from the environment")
        case .logSuppressed:
            Definition(.info, "Further problems of one kind of one stage were not logged", [.code, .count])
        case .logDropped: Definition(.warning, "Events were discarded because the log was written too slowly", [.count])
        }
    }
}
