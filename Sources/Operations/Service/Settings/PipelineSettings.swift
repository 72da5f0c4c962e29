package import Media
package import StageKit

/// The settings of one pipeline in a service.
package struct PipelineSettings: OptionMapping, Hashable {
    /// The pipeline file; nil for the file NAME.yaml in the folder of the service file.
    package var file: String?
    package var start = StartMode.boot
    package var parameters = ParameterValues()
    package var restart = RestartMode.onFailure
    package var restartDelay = MediaTime.seconds(1)
    package var restartDelayLimit = MediaTime.seconds(60)
    package var restartLimit = 0
    package var wait = MediaTime.seconds(10)
    package var idle = MediaTime.seconds(60)
    package var stopTimeout = MediaTime.seconds(20)
    package var hangTimeout = MediaTime.seconds(30)

    package init() {}

    package static var fields: [OptionField<PipelineSettings>] {
        [
            .option("file", \.file, "Pipeline file. By default NAME.yaml in the folder of the service file."),
            .option("start", \.start, "Time of the start: with the service, for the first viewer, or by an operator."),
            .option("parameters", \.parameters, "Values of the pipeline's parameters."),
            .option("restart", \.restart, "Restart policy for runs that have ended."),
            .option(
                "restart-delay", \.restartDelay, in: MediaTime(value: 1, timescale: 100) ... .seconds(3600),
                "Delay before the first restart. It doubles with each further failure."),
            .option(
                "restart-delay-limit", \.restartDelayLimit,
                in: MediaTime(value: 1, timescale: 100) ... .seconds(86_400),
                "Maximum delay before a restart. A run of this length resets the delay."),
            .option(
                "restart-limit", \.restartLimit, in: 0...1_000_000,
                "Number of consecutive failures after which the pipeline is not restarted; 0 for no limit."),
            .option(
                "wait", \.wait, in: .seconds(0) ... .seconds(120),
                "Time that requests wait for the first playlist; after it they are answered with 503."),
            .option(
                "idle", \.idle, in: .seconds(1) ... .seconds(86_400),
                "Time without requests after which an on-demand pipeline stops."),
            .option(
                "stop-timeout", \.stopTimeout, in: .seconds(1) ... .seconds(3600),
                "Time in which a stopped run finishes its output; after it, the run is aborted."),
            .option(
                "hang-timeout", \.hangTimeout, in: .seconds(5) ... .seconds(3600),
                "Time without a new segment after which a run with a blocked stage is aborted."),
        ]
    }
}
