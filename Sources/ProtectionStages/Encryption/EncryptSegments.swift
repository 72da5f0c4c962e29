import ContentKeys
import ContentProtection
package import Media
package import StageKit
import Synchronization

/// Encrypts the segments of all renditions, with the keys of one key period at a time.
///
/// A separate task, so that segments are encrypted while the stages above produce the next ones, and keys are waited for.
package struct EncryptSegments: SegmentProtecting, RequestObserving, WarningStage {
    package typealias Input = Segment
    package typealias Output = Segment
    package static let kind = "fmp4.encrypt"
    package static let abstract = "Encrypts fragmented MP4 segments, and rotates their keys."

    /// The state at the end of an earlier run, which arrives before the first segment.
    final class EarlierEncryption: Sendable {
        private let state = Mutex<TimelineContinuation?>(nil)
        /// Nil without an earlier run.
        var continuation: TimelineContinuation? {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    private let options: Options
    private let signalling: KeySignalling
    private let earlier = EarlierEncryption()
    package var method: SegmentProtection.Method { options.method }

    /// Throws `invalid-options` if options contradict each other.
    package init(options: Options) throws {
        self.options = options
        signalling = try options.signalling()
        if options.describesFragments == true, options.method == .aes128 {
            throw StageError(.invalidOptions, "aes-128 has no keys in fragments; remove describe-fragments")
        }
        if options.rotation != nil, try options.keys.provider(method: options.method).isConstant {
            throw StageError(
                .invalidOptions,
                "rotation requires different keys in each key period; add {period} to the key source, or remove rotation"
            )
        }
    }

    package func observe(_ request: UpstreamRequest) {
        if case .continueTimeline(let continuation) = request { earlier.continuation = continuation }
    }

    package func run(
        input: any Inlet<Segment>, output: any Outlet<Segment>, context: StageContext
    ) async throws {
        let alarm = KeyAlarm(context, grace: options.rotation?.grace ?? .zero)
        let loader = try options.keys.loader(
            method: method, rotates: options.rotation != nil, continuation: options.rotation?.grace.duration ?? .zero,
            clock: context.clock
        ) { alarm.handle($0) }
        defer { loader.stop() }
        let shared = context.services.value { SharedKeys() }
        let periods = KeyPeriods(loader, options.rotation, alarm, shared)
        let encryption = PresentationEncryption(
            EncryptionSettings(
                method: method, signalling: signalling, describesFragments: options.describesFragments,
                rotates: options.rotation != nil),
            periods: periods, earlier: earlier,
            EncryptionReporter(context))
        var window = EncryptionWindow(encryption)
        try await window.run(input, output)
    }

    package func warnings(in place: StagePosition) -> [StageWarning] {
        guard method == .aes128, place.receivesParts else { return [] }
        var error = StageWarning(
            code: "aes-128-parts",
            message: "parts cannot be encrypted with aes-128: players differ in how they decrypt them",
            option: "method",
            notes: ["use method: cbcs, or remove part from fmp4.segment"])
        error.severity = .error
        return [error]
    }
}
