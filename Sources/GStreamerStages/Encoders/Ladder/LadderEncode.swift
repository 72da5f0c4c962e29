import Media
import StageKit

/// Starts the encoders of a bit rate ladder.
struct LadderEncode {
    let ladder: Ladder
    let base: VideoEncodeOptions
    let context: StageContext
    /// The portion to deliver; nil for whole tracks.
    var portion: MediaPortion?
    var portionPass: PortionPass?

    /// Starts an encoder for each rung. Sync samples are decided for all rungs together.
    func session(
        for track: Track, _ ids: OutputTrackIDs, _ gate: TrackGate?, _ requests: KeyframeRequests,
        _ output: any Outlet<Sample>
    ) async throws -> LadderTrackEncoder {
        guard case .rawVideo(let format) = track.format else {
            throw StageError(.unsupportedMedia, "video.encode requires uncompressed video")
        }
        let plan = LadderPlan(ladder, base, format)
        warn(of: plan, format)
        var rungs: [RungFeed] = []
        do {
            for planned in plan.rungs {
                rungs.append(try await feed(planned, track, ids.id(planned.name), gate, output))
            }
        } catch {
            for rung in rungs { await rung.session.abandon(error) }
            throw error
        }
        let decider = ForcedKeyframes(report: { _ in })
        requests.add(decider, for: track.id)
        return LadderTrackEncoder(rungs, decider: decider, gate: gate)
    }

    private func feed(
        _ planned: PlannedRung, _ track: Track, _ id: Track.ID, _ gate: TrackGate?, _ output: any Outlet<Sample>
    ) async throws -> RungFeed {
        var track = track
        track.attributes.renditionName = planned.name
        track.attributes.score = planned.rung.score
        track.attributes.isTrickPlay = planned.rung.isTrickPlay
        do {
            let encoder = try VideoEncode(options: planned.options, portion: portion, portionPass: portionPass)
            // The decider of all rungs handles requests.
            let session = try await encoder.session(
                for: track, gate, KeyframeRequests(), output, context, id: id, name: planned.name)
            return RungFeed(session, rate: planned.options.reducedFrameRate)
        } catch let error as StageError {
            throw error.about(rung: planned)
        }
    }

    private func warn(of plan: LadderPlan, _ format: RawVideoFormat) {
        for planned in plan.enlarged {
            context.reportWarning(
                "enlarged-rung",
                "rung '\(planned.name)' is larger than the input (\(format.size)), which costs "
                    + "bits without adding detail; remove it, or use ladder: auto")
        }
    }
}

extension StageError {
    /// The same error with the name of the rung.
    func about(rung: PlannedRung) -> StageError { StageError(code, "rung '\(rung.name)': \(message)", cause: cause) }
}
