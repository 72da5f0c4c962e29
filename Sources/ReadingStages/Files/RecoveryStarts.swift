import GStreamerStages
import Media
import StageKit
import Synchronization

/// An outlet that lets the decoding of H.264 start at recovery points, as segments do: streams may have no IDR pictures.
///
/// I pictures at recovery points are marked as sync samples. Pictures that lead the first one, or one where streams were
/// joined, may refer to missing pictures and are not presented. Decoders receive them, because later pictures may refer to
/// them.
final class RecoveryStarts: Outlet {
    private struct Lane {
        let format: MediaFormat
        /// nil for codecs other than H.264.
        let rule: RecoveryRule?
        var hasBegun = false
        /// The time of the recovery point whose leading pictures are not presented, in ticks.
        var omittedUntil: Int64?

        init(_ format: MediaFormat) {
            self.format = format
            rule = RecoveryRule(format, allowsGradual: true)
        }

        /// Returns the sample to decode.
        mutating func process(_ sample: Sample) -> Sample {
            guard let rule else { return sample }
            if sample.isSync {
                (hasBegun, omittedUntil) = (true, nil)
                return sample
            }
            guard let point = rule.point(sample.bytes) else {
                guard let omittedUntil, sample.presentationTicks < omittedUntil else {
                    omittedUntil = nil
                    return sample
                }
                var result = sample
                result.flags = sample.flags.decodedOnly
                return result
            }
            // Decoding at a gradual refresh gives damaged pictures first, so that only the stream starts there.
            if point.isGradual, hasBegun { return sample }
            let startsDecoding = !hasBegun || point.isBrokenLink
            omittedUntil = startsDecoding && !point.isGradual ? sample.presentationTicks : nil
            hasBegun = true
            var result = sample
            result.flags = .sync
            return result
        }
    }

    private let output: any Outlet<Sample>
    private let lanes = Mutex<[Track.ID: Lane]>([:])

    init(_ output: any Outlet<Sample>) { self.output = output }

    func send(_ messages: [Message<Sample>]) async throws { try await output.send(messages.map(processed)) }

    func offer(_ message: Message<Sample>) -> Bool { output.offer(processed(message)) }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    private func processed(_ message: Message<Sample>) -> Message<Sample> {
        lanes.withLock { lanes in
            switch message {
            case .track(let track):
                if lanes[track.id]?.format != track.format { lanes[track.id] = Lane(track.format) }
            case .payload(let sample):
                guard lanes[sample.track] != nil else { return message }
                return .payload(lanes[sample.track]?.process(sample) ?? sample)
            case .gap, .end: break
            }
            return message
        }
    }
}
