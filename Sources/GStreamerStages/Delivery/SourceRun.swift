import CGStreamer
import Media
import StageKit
import Synchronization

/// A pipeline that brings tracks in, run from its first buffer to its last or until it is stopped.
final class SourceRun<Output: Payload>: Sendable {
    let pipeline: ElementPipeline
    let outlets: OutletRun<Output>
    private let output: any Outlet<Output>
    private let streams = Mutex<[Track.ID: String]>([:])
    private let delays = Mutex<[Track.ID: Int64]>([:])
    private let origins = Mutex<[Track.ID: TrackOrigin]>([:])
    private let leftOut = Mutex<[LeftOutSamples]>([])
    private let remainders = Mutex<[@Sendable (_ ending: Bool) throws -> [Message<Output>]]>([])

    /// A run whose times are later than the pipeline's by `shift`.
    init(_ pipeline: ElementPipeline, output: any Outlet<Output>, shift: TimeShift = TimeShift()) {
        self.pipeline = pipeline
        self.output = output
        outlets = OutletRun(pipeline, output, shift: shift)
    }

    /// Makes all times of a track, which is added next, earlier by `delay` nanoseconds.
    func advance(_ id: Track.ID, by delay: Int64) { delays.withLock { $0[id] = delay } }

    /// Delivers what arrives in an appsink as a track of its own; for the first payload of a sparse one nobody waits.
    func add<Converter: TrackConverter>(
        _ sink: PipelineElement, _ id: Track.ID, _ converter: Converter, extent: TrackExtent? = nil,
        isSparse: Bool = false
    ) where Converter.Output == Output {
        outlets.expect(id)
        let delay = delays.withLock { $0[id] } ?? 0
        let place = origins.withLock { $0[id] }
        let outlet = TrackOutlet(
            id, converter, run: outlets, place: place, extent: extent, delay: delay, isSparse: isSparse)
        connect(sink, to: outlet)
        remainders.withLock { $0.append { try outlet.remainder(ending: $0) } }
    }

    /// Records which stream of the pipeline a track is made of.
    func setStream(_ identity: String, of id: Track.ID) { streams.withLock { $0[id] = identity } }

    /// Records the place of a track in the input.
    func setOrigin(_ origin: TrackOrigin, of id: Track.ID) { origins.withLock { $0[id] = origin } }

    /// The name of a track that messages use.
    func name(of id: Track.ID) -> String { origins.withLock { $0[id]?.track } ?? "track \(id.rawValue)" }
    /// The identity of the stream of the pipeline that a track is made of.
    func stream(of id: Track.ID) -> String? { streams.withLock { $0[id] } }

    /// Counts samples of a track that are left out, which are reported at the end of a file.
    func leftOut(of id: Track.ID) -> LeftOutSamples {
        count(LeftOutSamples(track: name(of: id)))
    }

    /// Reports what `samples` counts at the end of a file.
    @discardableResult
    func count(_ samples: LeftOutSamples) -> LeftOutSamples {
        leftOut.withLock { $0.append(samples) }
        return samples
    }

    /// Counts what a track loses; nil where nothing is counted.
    func damage(of id: Track.ID) -> StreamDamage? {
        streams.withLock { $0[id] }.flatMap { pipeline.damage?.stream($0) }
    }

    /// Runs until all tracks have ended or the run is stopped, then gives on what was held back.
    func run(_ context: StageContext) async throws {
        try await run(context, atEnd: {})
    }

    /// Runs a live input and warns of damage; when it fails, what was held back is given on before the error is thrown.
    func runLive(_ context: StageContext) async throws {
        RunClock.shared(context).report(to: context)
        defer { reportDamage(context, limit: nil) }
        do {
            try await run(context, atEnd: {})
        } catch {
            try? await flush(ending: false)
            throw error
        }
    }

    /// Runs a file to its end and reports damage, an error where a track has more than `maxDamage` frames of it; throws
    /// when it has no track or ends before the end that it announces.
    func runFile(_ context: StageContext, maxDamage: Int?, mayBeEmpty: Bool = false) async throws {
        do {
            try await runWhole(context, mayBeEmpty: mayBeEmpty)
        } catch {
            // The run fails anyway, so this only explains.
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

    private func runWhole(_ context: StageContext, mayBeEmpty: Bool) async throws {
        try await run(context) { [self] in
            if mayBeEmpty, !outlets.hasTracks { return }
            guard outlets.hasTracks else {
                throw noTrack
            }
            guard let announced = pipeline.announcedDuration else { return }
            let missing = announced - outlets.furthest
            if missing > max(1_000_000_000, announced / 50) {
                throw StageError(
                    .truncatedInput,
                    "\(pipeline.subject) is cut off: it ends at \(Self.seconds(outlets.furthest)) of "
                        + Self.seconds(announced))
            }
        }
    }

    /// The error of a file without a track to deliver, with the formats of those that are left out.
    private var noTrack: StageError {
        let formats = leftOut.withLock { $0 }.compactMap(\.format)
        guard !formats.isEmpty else {
            return StageError(.noUsableTrack, "\(pipeline.subject) has no track that is asked for")
        }
        return StageError(
            .unsupportedMedia,
            "\(pipeline.subject) has no track that can be carried: it has \(formats.joined(separator: ", "))")
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
        try await pipeline.run {
            try await outcome.wait()
            damage?.close()
            if !context.stop.isRaised, !outlets.isRefused { try atEnd() }
        }
        try await flush(ending: true)
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
