import ContentProtection
import Foundation
import Media
import ScriptedMedia
import StageKit
import StageTesting
import Synchronization

@testable import ProtectionStages

/// A run of `fmp4.encrypt` over scripted segments.
struct EncryptionRun {
    private(set) var output: [Segment] = []
    private(set) var problems: [Problem] = []
    /// The error that ended the run; nil if it succeeded.
    private(set) var error: StageError?
    let keys: FolderOfKeys

    /// Runs the stage with keys of a folder, which has `periods` of them.
    init(
        _ segments: [Segment], periods: Int = 1, continuing continuation: TimelineContinuation? = nil,
        _ configure: (inout EncryptSegments.Options) -> Void = { _ in }
    ) async throws {
        let inlet = ScriptedInlet(segments.map { Message.payload($0) }, batchSize: 3)
        try await self.init(
            inlet, keys: try FolderOfKeys(periods: periods), VirtualClock(), continuing: continuation, configure)
    }

    /// Runs the stage with the segments of an inlet.
    init(
        _ inlet: some Inlet<Segment>, keys: FolderOfKeys, _ clock: VirtualClock,
        continuing continuation: TimelineContinuation?, _ configure: (inout EncryptSegments.Options) -> Void
    ) async throws {
        self.keys = keys
        var options = EncryptSegments.Options()
        options.keys.file = keys.path
        options.systems = [KeySystemChoice(.widevine)]
        configure(&options)
        let stage = try EncryptSegments(options: options)
        if let continuation { stage.observe(.continueTimeline(continuation)) }
        let (outlet, reported) = (CollectingOutlet<Segment>(), ReportedProblems())
        let context = StageContext(
            stageName: "encrypted", reporter: { problem in reported.list.withLock { $0.append(problem) } },
            clock: clock)
        do {
            try await stage.run(input: inlet, output: outlet, context: context)
        } catch let error as StageError {
            self.error = error
        }
        (output, problems) = (outlet.payloads, reported.list.withLock { $0 })
    }

    private final class ReportedProblems: Sendable {
        let list = Mutex<[Problem]>([])
    }

    /// The segments of a rendition of a kind.
    func segments(_ rendition: String, _ kind: Segment.Kind = .separable) -> [Segment] {
        output.filter { $0.rendition.id == rendition && $0.kind == kind }
    }

    /// Decrypts the media of a rendition with its own initialization segments, in order.
    func decrypted(_ rendition: String, _ kind: Segment.Kind = .separable) throws -> [ByteRope] {
        var decryptor: FragmentDecryptor?
        return try output.filter { $0.rendition.id == rendition }.compactMap { segment in
            if segment.kind == .initialization {
                decryptor = try FragmentDecryptor(
                    ByteSlice(copying: segment.data.bytes), keys: try keys.allCiphers())
            }
            guard segment.kind == kind else { return nil }
            return try decryptor?.decrypt(segment.data)
        }
    }
}

extension Script {
    /// Audio packets of 100 different bytes.
    static func music(_ name: String, seconds: Int64, rate: Int32 = 48_000, isLive: Bool = false) -> Script {
        var script = Script.audio(packets: seconds * Int64(rate) / 1024, rate: rate, priming: 0)
        script.track.id = Track.ID(rawValue: UInt32(rate / 100 + (name.utf8.last.map { Int32($0) } ?? 0)))
        script.track.attributes.renditionName = name
        if isLive { script.track.liveOrigin = .zero }
        script.samples = script.samples.enumerated().map { number, sample in
            Sample(
                track: script.track.id, timescale: rate, decodeTicks: sample.decodeTicks, duration: sample.duration,
                bytes: ByteSlice(copying: (0..<100).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 7) }))
        }
        return script
    }
}
