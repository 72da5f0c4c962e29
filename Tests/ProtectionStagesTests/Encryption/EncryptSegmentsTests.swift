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
        let run = try await EncryptionRun(clear, periods: 3) {
            $0.method = .aes128
            ($0.systems, $0.keyURI) = ([], "https://keys.example/{period}/{kid}")
            $0.rotation = RotationOption()
            $0.rotation?.segments = 1
        }
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
            // The vector is the same in later runs.
            #expect(vector == (try key.constantVector()))
        }
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
