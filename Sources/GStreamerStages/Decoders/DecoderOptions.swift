import Media
package import StageKit
import Synchronization

/// The options of the stages that decode.
package struct DecoderOptions: StageOptions {
    package var maxDamage = 0
    package init() {}

    package static var fields: [OptionField<DecoderOptions>] {
        [
            .option(
                DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange,
                "\(DamageReport.limitHelp); not applied to live media")
        ]
    }

    /// Decodes the tracks of a stage's input, each in a session that is replaced after gaps and for new formats.
    func decode(
        _ input: any Inlet<Sample>, _ output: any Outlet<Frame>, _ context: StageContext,
        by decoder: VideoDecoderChoice = .auto
    ) async throws {
        output.onRequest { input.request($0) }
        let damage = DecoderDamage()
        let start = DecoderStart(context: context, decoder: decoder)
        let isLive = Atomic(false)
        var sessions = TrackSessions(input: input, output: output, context: context) { track, ids, gate, output in
            if track.liveOrigin != nil { isLive.store(true, ordering: .relaxed) }
            return try await start.session(for: track, ids, gate, output, damage.monitor(track))
        } push: { session, sample in
            try await session.feed.push(sample)
        }
        // What a stopped decoder has not delivered is not damaged.
        guard try await sessions.run() else { return }
        damage.report(to: context, limit: isLive.load(ordering: .relaxed) ? nil : maxDamage)
    }
}
