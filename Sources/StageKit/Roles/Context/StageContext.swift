public import Media
public import SystemTime

/// The run-time environment of a stage.
public struct StageContext: Sendable {
    /// The name of the stage in the pipeline file.
    public let stageName: String
    /// Raised to make the stage finish its output and return.
    public private(set) var stop: StopSignal
    /// Services shared by the stages of a run.
    public let services: SharedServices
    /// The clock of the run.
    public let clock: any MediaClock
    private let trackIDs: TrackIDGenerator
    private var reporter: @Sendable (Problem) -> Void
    /// The figures of the stage in the status of the run and in metrics.
    public private(set) var figures = StageFigures()
    private let meter: @Sendable (_ name: String, _ value: Double) -> Void
    private var replacementSignal = StopSignal()
    /// Whether failures of a sink end the run.
    package private(set) var tolerance = OutputTolerance()

    /// Creates the context of a stage. `meter` observes the measurements that are recorded with ``measure(_:_:)``.
    public init(
        stageName: String, stop: StopSignal = StopSignal(), services: SharedServices = SharedServices(),
        trackIDs: TrackIDGenerator = TrackIDGenerator(), reporter: @escaping @Sendable (Problem) -> Void = { _ in },
        meter: @escaping @Sendable (_ name: String, _ value: Double) -> Void = { _, _ in },
        clock: any MediaClock = SystemClock()
    ) {
        self.stageName = stageName
        self.stop = stop
        self.services = services
        self.trackIDs = trackIDs
        self.reporter = reporter
        self.meter = meter
        self.clock = clock
    }

    /// Returns a copy with another stop signal, for a part of the stage's work.
    public func withStopSignal(_ signal: StopSignal) -> StageContext {
        var context = self
        context.stop = signal
        return context
    }

    /// Returns a copy that reports problems to `reporter`.
    package func withReporter(_ reporter: @escaping @Sendable (Problem) -> Void) -> StageContext {
        var context = self
        context.reporter = reporter
        return context
    }

    /// Returns a copy that contributes to these figures.
    package func withFigures(_ figures: StageFigures) -> StageContext {
        var context = self
        context.figures = figures
        return context
    }

    /// Returns a copy for a sink. `signal` is raised before the input ends if a replacement for the sink continues its
    /// output.
    package func withReplacementSignal(_ signal: StopSignal) -> StageContext {
        var context = self
        context.replacementSignal = signal
        return context
    }

    /// Returns a copy for a sink whose failures are handled according to `tolerance`.
    package func withTolerance(_ tolerance: OutputTolerance) -> StageContext {
        var context = self
        context.tolerance = tolerance
        return context
    }

    /// Whether a replacement continues the output of this sink after its input has ended, as in a reload.
    package var hasReplacement: Bool { replacementSignal.isRaised }

    /// Returns a track identifier that is unique within the run.
    public func makeTrackID() -> Track.ID { trackIDs.next() }
    /// Restarts the sequence of track identifiers, for a stage that restarts with the same tracks.
    package func restartTrackIDs() { trackIDs.restart() }
    /// Reports a problem that does not end the run.
    public func report(_ problem: Problem) { reporter(problem) }
    /// Records a measurement, such as `drift-ppm`; it replaces an earlier one of the same name and appears in reports.
    ///
    /// Names consist of lower-case words joined by hyphens; the last word is the unit. A gauge without labels in
    /// ``figures``.
    public func measure(_ name: String, _ value: Double) {
        figures.set(name, value)
        meter(name, value)
    }
    /// Reports a warning.
    public func reportWarning(_ code: String, _ message: String) {
        reporter(Problem(.warning, code: code, message: message))
    }
}
