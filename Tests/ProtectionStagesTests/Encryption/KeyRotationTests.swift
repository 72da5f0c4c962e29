import ContentProtection
import Media
import Packaging
import ScriptedMedia
import StageKit
import Testing

@testable import ProtectionStages

@Suite struct KeyRotationTests {
    private func rotation(_ interval: MediaTime? = nil, segments: Int? = nil, grace: MediaTime = .zero)
        -> RotationOption
    {
        var rotation = RotationOption()
        (rotation.interval, rotation.segments, rotation.grace) = (interval, segments, grace)
        return rotation
    }

    @Test(arguments: [true, false]) func keysRotateAtTheSameBoundaryInAllRenditions(byTime: Bool) async throws {
        // Packets of different durations: segments of the renditions do not start at exactly the same times.
        let clear = try Script.run(
            [.music("a", seconds: 18), .music("b", seconds: 18, rate: 44_100)], interval: .seconds(2))
        let run = try await EncryptionRun(clear, periods: 4) {
            $0.rotation = byTime ? rotation(.seconds(6)) : rotation(segments: 3)
        }
        #expect(run.error == nil)
        for rendition in ["a", "b"] {
            #expect(run.segments(rendition).map { $0.protection?.period } == [0, 0, 0, 1, 1, 1, 2, 2, 2])
            // Each period begins with its initialization segment, without a discontinuity.
            let kinds = run.output.filter { $0.rendition.id == rendition }.map { ($0.kind, $0.protection?.period) }
            let starts = kinds.indices.filter { kinds[$0].0 == .initialization }
            #expect(starts == [0, 4, 8] && starts.map { kinds[$0].1 } == [0, 1, 2])
            #expect(run.segments(rendition).allSatisfy { !$0.isDiscontinuity })
            let identifiers = run.segments(rendition).map { $0.protection?.keyIdentifiers.first?.first }
            #expect(identifiers == [0x11, 0x11, 0x11, 0x22, 0x22, 0x22, 0x33, 0x33, 0x33])
            #expect(
                try run.decrypted(rendition)
                    == clear.filter { $0.rendition.id == rendition && $0.kind == .separable }.map(\.data))
        }
    }

    @Test func describedFragmentsNeedNoOtherInitializationSegment() async throws {
        let clear = try Script.run([.music("a", seconds: 8)], interval: .seconds(2))
        let run = try await EncryptionRun(clear, periods: 4) {
            $0.rotation = rotation(segments: 2)
            $0.describesFragments = true
        }
        #expect(run.error == nil && run.segments("a", .initialization).count == 2)
        let first = try #require(run.segments("a", .initialization).first)
        let decryptor = try FragmentDecryptor(ByteSlice(copying: first.data.bytes), keys: try run.keys.allCiphers())
        let decrypted = try run.segments("a").map { try decryptor.decrypt($0.data) }
        #expect(decrypted == clear.filter { $0.kind == .separable }.map(\.data))
        #expect(run.segments("a").allSatisfy { String(decoding: $0.data.bytes, as: UTF8.self).contains("pssh") })
    }

    @Test func partsOfASegmentHaveOneKey() async throws {
        let clear = try Script.run([.music("a", seconds: 8)], interval: .seconds(2)) { $0.part = .milliseconds(500) }
        let run = try await EncryptionRun(clear, periods: 5) { $0.rotation = rotation(segments: 1) }
        #expect(run.error == nil)
        let parts = run.segments("a", .part)
        #expect(parts.allSatisfy { $0.protection?.period == $0.index } && parts.count >= 16)
        #expect(run.segments("a").allSatisfy { $0.protection?.period == $0.index })
        #expect(try run.decrypted("a") == clear.filter { $0.kind == .separable }.map(\.data))
    }

    @Test func missingKeysNeverLeadToClearSegments() async throws {
        let live = try Script.run([.music("a", seconds: 12, isLive: true)], interval: .seconds(2))
        // Within the grace time, the former keys remain in use.
        let late = try await EncryptionRun(live) { $0.rotation = rotation(segments: 2, grace: .seconds(60)) }
        #expect(late.error == nil && late.problems.map(\.code) == ["keys-late"])
        #expect(late.segments("a").map { $0.protection?.period } == [0, 0, 0, 0, 0, 0])
        // After it, segments become gaps.
        let run = try await EncryptionRun(live) { $0.rotation = rotation(segments: 2) }
        #expect(run.problems.map(\.code) == ["keys-unavailable"] && run.problems[0].severity == .error)
        #expect(run.segments("a").count == 2 && run.segments("a", .gap).count == 4)
        #expect(run.segments("a", .gap).allSatisfy { $0.data.count == 0 && $0.report.fragments.isEmpty })
    }

    @Test(arguments: [true, false]) func keysThatArriveAfterTheirPeriodKeepItsStart(byTime: Bool) async throws {
        let live = try Script.run([.music("a", seconds: 12, isLive: true)], interval: .seconds(2))
        let media = live.filter { $0.kind == .separable }
        let keys = try FolderOfKeys(periods: 3, published: 1)
        // Each period has two segments. The keys of the second one arrive when it has ended.
        let inlet = PacedInlet(
            [
                .init(segments: [live[0]] + media[0..<4], elapsed: .zero),
                .init(segments: Array(media[4..<6]), elapsed: .seconds(30), periods: [1]),
            ], keys: keys)
        let run = try await EncryptionRun(inlet, keys: keys, inlet.clock, continuing: nil) {
            $0.rotation =
                byTime ? rotation(.seconds(4), grace: .seconds(60)) : rotation(segments: 2, grace: .seconds(60))
        }
        let start = try #require(media[0].report.tracks.first).earliestPresentationTime
        #expect(run.error == nil)
        let states = run.segments("a").compactMap(\.encryption)
        #expect(states.map(\.period) == [0, 0, 0, 0, 1, 1])
        #expect(states.map { ($0.periodStart - start).seconds.rounded() } == [0, 0, 0, 0, 4, 4])
        // A restart does not begin the period again.
        #expect(states.map(\.periodSegmentCount) == [1, 2, 2, 2, 2, 2])
        #expect(run.problems.map(\.code) == ["keys-late", "keys-available", "keys-late"])
        #expect(try run.decrypted("a") == media.map(\.data))
    }

    @Test func aRestartContinuesTheKeyPeriodAndRepeatsNoVector() async throws {
        let clear = try Script.run([.music("a", seconds: 8, isLive: true)], interval: .seconds(2))
        let first = try await EncryptionRun(clear, periods: 3) {
            $0.method = .cenc
            $0.rotation = rotation(segments: 3)
        }
        let state = try #require(first.segments("a").last?.encryption)
        #expect(state.period == 1 && state.periodSegmentCount == 1 && state.nextVectors.count == 1)
        var continuation = TimelineContinuation(end: .seconds(8), now: .seconds(8))
        continuation.encryptions = ["a": state]
        let second = try await EncryptionRun(clear, periods: 3, continuing: continuation) {
            $0.method = .cenc
            $0.rotation = rotation(segments: 3)
        }
        // One segment of the period was published, so two more follow.
        #expect(second.segments("a").map { $0.protection?.period } == [1, 1, 2, 2])
        let vector = try #require(second.segments("a").first?.encryption?.nextVectors.first)
        let distance = vector &- state.nextVectors[0]
        // Parts that the journal does not contain may have used the vectors after the recorded one.
        #expect(distance > VectorAllocator.skipped && distance < VectorAllocator.skipped + 1000)
    }

    @Test func vectorsOfOneKeyAreFarApart() {
        let key = KeyIdentifier([UInt8](repeating: 1, count: 16))!
        var vectors = VectorAllocator()
        vectors.reserve([77], [key], rendition: "a")
        let starts = (0..<200).map { vectors.first(key, rendition: "b\($0)", track: 0).high } + [77]
        for (index, start) in starts.enumerated() {
            for other in starts[(index + 1)...] {
                #expect(start &- other >= VectorAllocator.distance && other &- start >= VectorAllocator.distance)
            }
        }
        #expect(vectors.first(key, rendition: "a", track: 0).high == 77 + VectorAllocator.skipped)
    }
}
