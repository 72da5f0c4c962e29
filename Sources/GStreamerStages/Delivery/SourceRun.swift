import CGStreamer
import Media
import StageKit
import Synchronization

/// Runs the pipeline of a source from its first to its last buffer, or until it is stopped.
final class SourceRun<Output: Payload>: Sendable {
    let pipeline: ElementPipeline
    let outlets: OutletRun<Output>
    private let output: any Outlet<Output>
    private let streams = Mutex<[Track.ID: String]>([:])
    private let delays = Mutex<[Track.ID: Int64]>([:])
    private let origins = Mutex<[Track.ID: TrackOrigin]>([:])
    private let leftOut = Mutex<[LeftOutSamples]>([])
    private let remainders = Mutex<[@Sendable (_ ending: Bool) throws -> [Message<Output>]]>([])

    /// A run with times that are later than the pipeline's by `shift`, of an input with chapters.
    init(
        _ pipeline: ElementPipeline, output: any Outlet<Output>, shift: TimeShift = TimeShift(),
        chapters: ChapterList? = nil
    ) {
        self.pipeline = pipeline
        self.output = output
        outlets = OutletRun(pipeline, output, shift: shift, chapters: chapters)
    }

    /// Sets the delay in nanoseconds to subtract from all times of a track. Call it before the track is added.
    func advance(_ id: Track.ID, by delay: Int64) { delays.withLock { $0[id] = delay } }

    /// Delivers the output of an appsink as a track. Other tracks do not wait for the first payload of a sparse track.
    func add<Converter: TrackConverter>(
        _ sink: PipelineElement, _ id: Track.ID, _ converter: Converter, extent: TrackExtent? = nil,
        portion: MediaPortion? = nil, isSparse: Bool = false
    ) where Converter.Output == Output {
        outlets.expect(id)
        let delay = delays.withLock { $0[id] } ?? 0
        let place = origins.withLock { $0[id] }
        let outlet = TrackOutlet(
            id, converter, run: outlets, place: place, extent: extent,
            portion: portion.map { PortionDelivery($0, pipeline, sink: sink, isAudio: converter is AudioFrames) },
            delay: delay, isSparse: isSparse)
        connect(sink, to: outlet)
        remainders.withLock { $0.append { try outlet.remainder(ending: $0) } }
    }

    /// Records the pipeline's stream identifier of a track.
    func setStream(_ identity: String, of id: Track.ID) { streams.withLock { $0[id] = identity } }

    /// Records the place of a track in the input.
    func setOrigin(_ origin: TrackOrigin, of id: Track.ID) { origins.withLock { $0[id] = origin } }

    /// The name of a track in messages.
    func name(of id: Track.ID) -> String { origins.withLock { $0[id]?.track } ?? "track \(id.rawValue)" }
    /// The pipeline's stream identifier of a track.
    func stream(of id: Track.ID) -> String? { streams.withLock { $0[id] } }

    /// Returns a counter for the track's samples that are not delivered; they are reported at the end of a file.
    func leftOut(of id: Track.ID) -> LeftOutSamples {
        count(LeftOutSamples(track: name(of: id)))
    }

    /// Registers a counter whose samples are reported at the end of a file.
    @discardableResult
    func count(_ samples: LeftOutSamples) -> LeftOutSamples {
        leftOut.withLock { $0.append(samples) }
        return samples
    }

    /// Returns the damage measurement of a track; nil if it is not measured.
    func damage(of id: Track.ID) -> StreamDamage? {
        streams.withLock { $0[id] }.flatMap { pipeline.damage?.stream($0) }
    }

    /// Runs until all tracks have ended or the run is stopped, then sends buffered payloads.
    func run(_ context: StageContext) async throws {
        try await run(context, atEnd: {})
    }

    /// Runs a live input and warns about damage. If the input fails, buffered payloads are sent before the error is
    /// thrown.
    func runLive(_ context: StageContext) async throws {
        GStreamerClock.shared(context).report(to: context)
        defer { reportDamage(context, limit: nil) }
        do {
            try await run(context, atEnd: {})
        } catch {
            if !pipeline.isAbandoned { try? await flush(ending: false) }
            throw error
        }
    }

    /// Runs a file to its end and reports damage, as an error if a track has more than `maxDamage` damaged frames.
    /// Throws if there is no track, or if bytes are missing that the file's header declares.
    ///
    /// With `endsEarly`, the run ends before the end of the file.
    func runFile(
        _ path: String, _ context: StageContext, maxDamage: Int?, mayBeEmpty: Bool = false, endsEarly: Bool = false
    ) async throws {
        do {
            try await runToEnd(path, context, mayBeEmpty: mayBeEmpty, endsEarly: endsEarly)
        } catch {
            // The run fails anyway, so this is only an explanation.
            reportDamage(context, limit: nil)
            throw error
        }
        reportDamage(context, limit: maxDamage)
    }

    private func reportDamage(_ context: StageContext, limit: Int?) {
        for samples in leftOut.withLock({ $0 }) { samples.report(to: context, of: pipeline.subject) }
        guard let damage = pipeline.damage else { return }
        DamageReport(
            subject: pipeline.subject, limit: limit, figures: damage.figures, containerErrors: damage.containerErrors
        ).send(to: context)
    }

    private func runToEnd(
        _ path: String, _ context: StageContext, mayBeEmpty: Bool, endsEarly: Bool
    ) async throws {
        try await run(context) { [self] in
            if mayBeEmpty, !outlets.hasTracks { return }
            guard outlets.hasTracks else {
                throw noTrack
            }
            guard !endsEarly else { return }
            let size = DeclaredFileSize(of: path)
            if let size, size.isTruncated {
                throw StageError(
                    .truncatedInput,
                    "\(pipeline.subject) is truncated: it ends at \(Self.seconds(outlets.latestEnd)); it has "
                        + "\(size.actual) bytes, but its header declares \(size.declared)")
            }
            // A duration without a size may be an estimate, or that of another version of the file.
            guard size == nil, let announced = pipeline.announcedDuration else { return }
            // Muxers of Matroska count the duration from zero or from the first timestamp.
            let start = outlets.declaresEnd && outlets.sharesOrigin ? max(0, outlets.firstTimestamp) : 0
            let missing = announced - start - outlets.latestEnd
            if missing > max(1_000_000_000, announced / 50) {
                context.reportWarning(
                    "ends-early",
                    "\(pipeline.subject) ends at \(Self.seconds(outlets.latestEnd)), but declares "
                        + "\(Self.seconds(announced)): it may be truncated")
            }
        }
    }

    /// The error for a file without a deliverable track, with the formats of its other tracks.
    private var noTrack: StageError {
        let formats = leftOut.withLock { $0 }.compactMap(\.format)
        guard !formats.isEmpty else {
            return StageError(.noUsableTrack, "\(pipeline.subject) has no track that 'tracks' selects")
        }
        return StageError(
            .unsupportedMedia,
            "\(pipeline.subject) has no supported track; found \(formats.joined(separator: ", "))")
    }

    private func run(_ context: StageContext, atEnd: @escaping @Sendable () throws -> Void) async throws {
        let outcome = pipeline.outcome
        let damage = pipeline.damage
        let token = context.stop.onRaise {
            damage?.close()
            outcome.finish()
        }
        defer { token.cancel() }
        pipeline.watch.arm()
        try await pipeline.run(until: context.stop) {
            try await outcome.wait()
            damage?.close()
            if !context.stop.isRaised, !outlets.isOutputClosed { try atEnd() }
        }
        // The converters may still be in use.
        if !pipeline.isAbandoned { try await flush(ending: true) }
    }

    private func flush(ending: Bool) async throws {
        for remainder in remainders.withLock({ $0 }) {
            let messages = try remainder(ending)
            if !messages.isEmpty { try await output.send(messages) }
        }
    }

    private static func seconds(_ nanoseconds: Int64) -> String {
        MediaTime.nanoseconds(nanoseconds).decimal(places: 1) + " s"
    }
}
