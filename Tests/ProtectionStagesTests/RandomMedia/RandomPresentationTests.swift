import ContentProtection
import Media
import ScriptedMedia
import StageKit
import Testing

@testable import ProtectionStages

/// Random presentations through `fmp4.encrypt`: what is emitted decrypts to the source byte by byte, contains no block that
/// the method protects, and is a gap if it cannot be encrypted.
@Suite struct RandomPresentationTests {
    /// The number of presentations of each kind, so that none can be absent from all runs.
    struct Tally {
        var (segments, parts, damaged, gaps, withheld) = (0, 0, 0, 0, 0)
        var (periods, late, codecs) = (Set<Int>(), 0, Set<RandomTrack.Codec>())
    }

    private static let presentationCount: UInt64 = 24

    @Test(arguments: SegmentProtection.Method.allCases)
    func movingKeysNeverLeaveClearBytes(method: SegmentProtection.Method) async throws {
        var (tally, vectorCount) = (Tally(), 0)
        for seed in 1...Self.presentationCount {
            var random = SeededGenerator(seed: seed)
            let plan = try RandomPlan(method, isLive: seed % 2 == 0, using: &random)
            let runs = try await plan.runs(using: &random)
            var (scan, vectors) = (PlaintextScan(), [UInt64]())
            plan.presentation.addBlocks(method, to: &scan)
            for (number, run) in runs.enumerated() {
                #expect(run.error == nil, "seed \(seed)")
                try check(run, plan, isRestarted: number > 0, seed, &tally)
                for segment in run.output where segment.data.count > 0 {
                    #expect(scan.offsets(in: segment.data.bytes) == [], "seed \(seed)")
                    guard method == .cenc, !run.isRepeated(segment) else { continue }
                    vectors += SampleVectors.vectors(in: segment.data.bytes)
                }
                if run.problems.contains(where: { $0.code == "keys-late" }) { tally.late += 1 }
            }
            #expect(Set(vectors).count == vectors.count, "seed \(seed): a vector occurs twice")
            tally.codecs.formUnion(plan.presentation.codecs)
            vectorCount += vectors.count
        }
        #expect(tally.segments > 100 && tally.gaps > 10 && tally.withheld > 5, "\(tally)")
        #expect(
            tally.periods.count > 3 && tally.late > 0 && tally.codecs.count == RandomTrack.Codec.allCases.count,
            "\(tally)")
        #expect((tally.parts > 100) == (method != .aes128) && (tally.damaged > 5) == (method != .aes128), "\(tally)")
        #expect((vectorCount > 1000) == (method == .cenc))
    }

    /// Compares the output of a run with the clear segments.
    private func check(
        _ run: EncryptionRun, _ plan: RandomPlan, isRestarted: Bool, _ seed: UInt64, _ tally: inout Tally
    ) throws {
        let media = plan.presentation.media
        var periods: [Int: Set<Int>] = [:]
        let isLate = run.problems.contains { $0.code == "keys-late" }
        let isMissingKeys = run.problems.contains { $0.code == "keys-unavailable" }
        for (segment, clear) in try run.decryptedMedia() {
            let name = RandomPresentation.Name(segment)
            let place: Comment = "seed \(seed), \(name)"
            guard let clear else {
                #expect(segment.data.count == 0 && segment.report.fragments.isEmpty, place)
                let isGap = media[name] == nil || plan.presentation.damaged.contains(name.whole)
                #expect(isGap || isMissingKeys, place)
                if media[name] == nil { tally.gaps += 1 }
                if media[name] != nil, !plan.presentation.damaged.contains(name.whole) { tally.withheld += 1 }
                if plan.presentation.damaged.contains(name) { tally.damaged += 1 }
                continue
            }
            #expect(clear == media[name], place)
            #expect(!plan.presentation.damaged.contains(name), place)
            let protection = try #require(segment.protection, place)
            let known = try run.keys.keys(protection.period).keys.map(\.id.bytes)
            #expect(!protection.keyIdentifiers.isEmpty && protection.keyIdentifiers.allSatisfy(known.contains), place)
            if let required = plan.requiredPeriod(segment, isRestarted: isRestarted) {
                #expect(protection.period == required || isLate && protection.period < required, place)
            }
            tally.periods.insert(protection.period)
            periods[segment.index, default: []].insert(protection.period)
            if segment.kind == .part { tally.parts += 1 } else { tally.segments += 1 }
        }
        // Renditions rotate together.
        #expect(periods.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
    }

    @Test(arguments: SegmentProtection.Method.allCases)
    func aDamagedMovieEndsTheRun(method: SegmentProtection.Method) async throws {
        guard method != .aes128 else { return }
        for seed in 1...Self.presentationCount {
            var random = SeededGenerator(seed: seed)
            let presentation = try RandomPresentation(method, isLive: false, damages: 0.1, using: &random)
            let remaining = presentation.media.keys.filter { presentation.damaged.contains($0) }
            guard !remaining.isEmpty else { continue }
            let run = try await EncryptionRun(presentation.segments) { $0.method = method }
            #expect(run.error?.code == .damagedInput, "seed \(seed)")
            for segment in run.output where segment.kind != .initialization {
                #expect(!presentation.damaged.contains(RandomPresentation.Name(segment)) || segment.data.count == 0)
            }
        }
    }
}
