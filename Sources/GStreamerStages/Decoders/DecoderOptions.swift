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
    /// `hardware` returns hardware elements in place of those of `decoder`.
    func decode(
        _ input: any Inlet<Sample>, _ output: any Outlet<Frame>, _ context: StageContext,
        by decoder: VideoDecoderChoice = .auto,
        hardware: (@Sendable (_ caps: String, _ codec: String) -> String?)? = nil
    ) async throws {
        output.onRequest { input.request($0) }
        let damage = DecoderDamage()
        var start = DecoderStart(context: context, decoder: decoder)
        start.hardware = hardware
        let isLive = Atomic(false)
        var sessions = TrackSessions(input: input, output: output, context: context) {
            [start] track, ids, gate, output in
            if track.liveOrigin != nil { isLive.store(true, ordering: .relaxed) }
            return try await start.session(for: track, ids, gate, output, damage)
        } push: { session, sample in
            try await session.push(sample)
        }
        // What a stopped decoder has not delivered is not damaged.
        guard try await sessions.run() else { return }
        damage.report(to: context, limit: isLive.load(ordering: .relaxed) ? nil : maxDamage)
    }
}
