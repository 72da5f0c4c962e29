import ContentProtection
import Foundation
import ISOMedia
import Media
import Packaging
import ScriptedMedia
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import ProtectionStages

@Suite struct EncryptSegmentsTests {
    @Test func declarationConformsToStageContract() {
        #expect(
            StageConformance.checkDeclaration(
                EncryptSegments.self,
                options: {
                    var options = EncryptSegments.Options()
                    options.keys.file = "keys.json"
                    return options
                }()) == [])
    }

    @Test(arguments: [SegmentProtection.Method.cbcs, .cenc])
    func segmentsDecryptToTheInput(method: SegmentProtection.Method) async throws {
        let clear = try Script.run(
            [.music("a", seconds: 8), .music("b", seconds: 8, rate: 44_100)], interval: .seconds(2))
        let run = try await EncryptionRun(clear) { $0.method = method }
        #expect(run.error == nil && run.problems == [])
        for rendition in ["a", "b"] {
            let media = clear.filter { $0.rendition.id == rendition && $0.kind == .separable }
            #expect(try run.decrypted(rendition) == media.map(\.data))
            let initialization = try #require(run.segments(rendition, .initialization).first)
            let movie = try MovieFile(reading: ByteSlice(copying: initialization.data.bytes))
            #expect(movie.tracks[0].isEncrypted && initialization.data.bytes.contains("pssh"))
            for (segment, original) in zip(run.segments(rendition), media) {
                #expect(!segment.data.bytes.sharesRun(with: original.report.media(in: original.data.bytes)))
                // The report has the ranges of the encrypted segment.
                for fragment in segment.report.fragments {
                    let bytes = segment.data.bytes
                    #expect(Array(bytes[fragment.offset + 4..<fragment.offset + 8]) == Array("moof".utf8))
                    #expect(fragment.offset + fragment.length == bytes.count)
                }
                #expect(segment.protection?.method == method && segment.protection?.vector == nil)
                #expect(segment.protection?.keyIdentifiers == [[UInt8](repeating: 0x11, count: 16)])
                #expect(segment.protection?.declarations.first?.keyFormat?.hasPrefix("urn:uuid:edef8ba9") == true)
            }
        }
        // Under cenc, renditions with the same key have different vectors.
        let vectors = run.output.compactMap(\.encryption).flatMap(\.nextVectors)
        #expect(Set(vectors).count == (method == .cenc ? 8 : 0))
    }

    @Test func partsAreEncryptedOnceAndTheirSegmentConsistsOfThem() async throws {
        let clear = try Script.run([.music("a", seconds: 5)], interval: .seconds(2)) { $0.part = .milliseconds(500) }
        for method in [SegmentProtection.Method.cbcs, .cenc] {
            let run = try await EncryptionRun(clear) { $0.method = method }
            #expect(run.error == nil)
            let parts = run.segments("a", .part)
            #expect(parts.count == clear.count { $0.kind == .part } && parts.allSatisfy { $0.protection != nil })
            for segment in run.segments("a") {
                let joined = parts.filter { $0.index == segment.index }.flatMap(\.data.bytes)
                #expect(segment.data.bytes == joined)
                #expect(segment.report.fragments.last.map { $0.offset + $0.length } == joined.count)
            }
            #expect(try run.decrypted("a") == clear.filter { $0.kind == .separable }.map(\.data))
        }
        // A stage that joins a running pipeline waits for the next segment before it emits parts.
        let joining = clear.filter { $0.kind != .part || $0.index > 0 || $0.part?.index ?? 0 > 1 }
        let run = try await EncryptionRun(joining)
        #expect(run.segments("a", .part).allSatisfy { $0.index > 0 })
        #expect(try run.decrypted("a") == clear.filter { $0.kind == .separable }.map(\.data))
    }

    @Test func wholeSegmentsAreEncryptedWithAES128() async throws {
        let clear = try Script.run([.music("a", seconds: 5)], interval: .seconds(2))
        let other = try Script.run([.music("b", seconds: 5, rate: 44_100)], interval: .seconds(2))
        func configure(_ options: inout EncryptSegments.Options) {
            options.method = .aes128
            (options.systems, options.keyURI) = ([], "https://keys.example/{period}/{kid}")
            options.rotation = RotationOption()
            options.rotation?.segments = 1
        }
        let run = try await EncryptionRun(clear, periods: 3, configure)
        var vectors: Set<InitializationVector> = []
        #expect(run.error == nil)
        // Players load the initialization segment without a key.
        #expect(run.segments("a", .initialization).map(\.data) == [clear[0].data])
        for (period, segment) in run.segments("a").enumerated() {
            let key = try run.keys.keys(period).keys[0]
            let vector = try #require(InitializationVector(segment.protection?.vector ?? []))
            let decrypted = try SegmentCipher(try key.cipher()).decrypt(segment.data, vector)
            #expect(decrypted.bytes == clear.filter { $0.kind == .separable }[period].data.bytes)
            #expect(
                segment.protection?.declarations.map(\.uri)
                    == ["https://keys.example/\(period)/\(key.id.hexadecimal)"])
            #expect(vectors.insert(vector).inserted)
        }
        // The vectors are the same in later runs, and differ between renditions with the same key.
        let again = try await EncryptionRun(clear + other, periods: 3, configure)
        #expect(again.segments("a").map(\.data) == run.segments("a").map(\.data))
        let others = again.segments("b").compactMap { $0.protection?.vector.flatMap { InitializationVector($0) } }
        #expect(others.count == vectors.count && vectors.isDisjoint(with: others))
        // A vector that is given applies to all segments.
        let (id, vector) = (try run.keys.keys(0).keys[0].id, InitializationVector(high: 1, low: 2))
        let given = try [UInt8](repeating: 1, count: 16).withUnsafeBytes {
            try ContentKey(id: id, key: $0, vector: vector)
        }
        #expect(try given.segmentVector(rendition: "a", index: 3, start: .zero) == vector)
        // Parts are refused, so that nothing is published in the clear.
        let parts = try Script.run([.music("a", seconds: 3)], interval: .seconds(2)) { $0.part = .milliseconds(500) }
        let refused = try await EncryptionRun(parts) { options in
            (options.method, options.systems, options.keyURI) = (.aes128, [], "key.bin")
        }
        #expect(refused.error?.message.contains("use method: cbcs") == true)
        #expect(refused.output.allSatisfy { $0.kind == .initialization })
    }

    @Test(arguments: [SegmentProtection.Method.cbcs, .aes128])
    func segmentsBeforeAnErrorOfTheInputAreSent(method: SegmentProtection.Method) async throws {
        let clear = try Script.run([.music("a", seconds: 12)], interval: .seconds(2))
        let keys = try FolderOfKeys(periods: 1)
        var options = EncryptSegments.Options()
        (options.method, options.keys.file, options.keyURI) = (method, keys.path, "key.bin")
        let outlet = CollectingOutlet<Segment>()
        let stage = try EncryptSegments(options: options)
        await #expect(throws: StageError.self) {
            try await stage.run(
                input: EndingInlet(clear), output: outlet,
                context: StageContext(stageName: "encrypted", reporter: { _ in }, clock: VirtualClock()))
        }
        #expect(outlet.payloads.map(\.kind) == clear.map(\.kind))
        #expect(outlet.payloads.map(\.index) == clear.map(\.index))
        #expect(zip(outlet.payloads, clear).allSatisfy { $0.kind == .initialization || $0.data != $1.data })
    }

    /// An input that fails after its segments, each of which arrives alone.
    private final class EndingInlet: Inlet {
        private let segments: Mutex<[Segment]>
        init(_ segments: [Segment]) { self.segments = Mutex(segments.reversed()) }
        func receive() async throws -> [Message<Segment>]? {
            guard let next = segments.withLock({ $0.popLast() }) else {
                throw StageError(.elementFailed, "the source is gone")
            }
            return [.payload(next)]
        }
        func request(_ request: UpstreamRequest) {}
    }

    @Test(arguments: [true, false]) func damagedSegmentsOfLiveSourcesAreGaps(hasParts: Bool) async throws {
        var random = SeededGenerator(seed: 5)
        let source = RandomTrack(codec: .avc, id: 1)
        var track = Track(id: Track.ID(rawValue: 1), format: try source.format(), timescale: 90_000)
        (track.attributes.renditionName, track.liveOrigin) = ("video", .zero)
        // The fourth second of six is damaged.
        let samples = (0..<30 as Range<Int64>).map { index in
            let sample = index == 17 ? source.damagedSample(using: &random) : source.sample(using: &random)
            return Sample(
                track: track.id, timescale: 90_000, decodeTicks: index * 18_000, duration: 18_000,
                flags: index % 5 == 0 ? .sync : .predicted, bytes: ByteSlice(copying: sample.bytes))
        }
        let clear = try Script.run([Script(track: track, samples: samples)], interval: .seconds(1)) {
            $0.part = hasParts ? .milliseconds(200) : nil
        }
        let run = try await EncryptionRun(clear)
        #expect(run.error == nil && run.problems.map(\.code) == ["unencryptable-segment"])
        #expect(run.problems.first?.severity == .warning)
        let kinds: [Segment.Kind] = run.output.map(\.kind).filter { $0 == .separable || $0 == .gap }
        #expect(kinds == [.separable, .separable, .separable, .gap, .separable, .separable])
        #expect(run.segments("video", .gap).allSatisfy { $0.data.count == 0 })
        let parts = run.segments("video", .part).filter { $0.index == 3 }
        #expect(parts.map { $0.data.count > 0 } == (hasParts ? [true, true, false, false, false] : []))
        let others = clear.filter { $0.kind == .separable && $0.index != 3 }
        #expect(try run.decrypted("video") == others.map(\.data))
    }

    @Test func contradictoryOptionsAreRejected() async throws {
        func message(_ configure: (inout EncryptSegments.Options) -> Void) -> String {
            var options = EncryptSegments.Options()
            options.keys.file = "keys.json"
            configure(&options)
            do {
                _ = try EncryptSegments(options: options)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(message { _ in }.isEmpty)
        #expect(message { $0.method = .aes128 }.contains("set key-uri"))
        #expect(
            message {
                $0.systems = [KeySystemChoice(.widevine)]; $0.method = .aes128
            }.contains("cannot decrypt"))
        #expect(message { $0.rotation = RotationOption() }.contains("add {period}"))
        #expect(
            message {
                $0.rotation = RotationOption()
                ($0.keys.file, $0.keyURI) = ("{period}.json", "key.bin")
            }.contains("is the same in all key periods"))
    }

    @Test func textIsNotEncrypted() async throws {
        let text = Script.text([(0, "Hello"), (2500, "World")])
        let clear = try Script.run([.music("a", seconds: 4), text], interval: .seconds(2)) { $0.text = .webVTT }
        let run = try await EncryptionRun(clear)
        let name = try #require(clear.first { $0.rendition.mediaType == .text }?.rendition.id)
        #expect(
            run.segments(name).map(\.data)
                == clear.filter { $0.rendition.id == name && $0.kind == .separable }.map(\.data))
        #expect(run.segments(name).allSatisfy { $0.protection == nil } && !run.segments(name).isEmpty)
    }
}

extension SegmentReport {
    /// The media of the fragments, after `moof` and the header of `mdat`.
    fileprivate func media(in bytes: [UInt8]) -> [UInt8] { Array(bytes.suffix(1600)) }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool { firstRange(of: Array(word.utf8)) != nil }

    /// Whether 24 successive bytes occur in both: less than two blocks of each packet may stay clear.
    fileprivate func sharesRun(with other: [UInt8]) -> Bool {
        stride(from: 0, to: other.count - 24, by: 4).contains { firstRange(of: other[$0..<$0 + 24]) != nil }
    }
}
