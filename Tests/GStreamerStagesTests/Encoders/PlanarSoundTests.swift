import Media
import StageKit
import StageTesting
import Testing

@testable import GStreamerStages

/// Planar and interleaved audio are encoded identically.
@Suite struct PlanarAudioTests {
    @Test(arguments: ["S16LE", "F32LE"]) func planarAudioIsEncodedLikeInterleaved(form: String) async throws {
        var options = AudioEncode.Options()
        options.codec = .flac
        let interleaved = try await AudioEncodeTests.encode(audio(form, isPlanar: false), options)
        let planar = try await AudioEncodeTests.encode(audio(form, isPlanar: true), options)
        #expect(!planar.payloads.isEmpty && planar.payloads.map(\.bytes) == interleaved.payloads.map(\.bytes))
    }

    @Test func planarAudioIsConvertedForStages() throws {
        let options = try FrameConvert.Options(reading: ["sample-formats": "[F32LE]"])
        func converted(isPlanar: Bool) throws -> [[UInt8]] {
            var harness = try TransformHarness(FrameConvert.self, options: options)
            try harness.push(audio("S16LE", isPlanar: isPlanar))
            guard case .track(let track) = harness.messages.first, case .rawAudio(let format) = track.format else {
                return []
            }
            #expect(!format.isPlanar && format.sampleFormat == "F32LE")
            return harness.payloads.compactMap { $0.content.bytes?.bytes }
        }
        let (planar, interleaved) = (try converted(isPlanar: true), try converted(isPlanar: false))
        #expect(planar.count == 20 && planar == interleaved)
    }

    @Test func invalidPlanarAudioIsRejected() {
        var format = RawAudioFormat(sampleFormat: "S16LE", sampleRate: 48_000, channelCount: 2)
        format.isPlanar = true
        let bytes = ByteSlice(copying: [1, 2, 3])
        #expect(throws: StageError.self) { try format.interleaved(bytes) }
        format.sampleFormat = "MULAW"
        #expect(throws: StageError.self) { try format.interleaved(bytes) }
    }

    /// Returns a ramp on the left channel and silence on the right.
    private func audio(_ form: String, isPlanar: Bool) -> [Message<Frame>] {
        var format = RawAudioFormat(sampleFormat: form, sampleRate: 48_000, channelCount: 2)
        format.isPlanar = isPlanar
        let track = Track(id: Track.ID(rawValue: 7), format: .rawAudio(format), timescale: 48_000)
        let frames = (0..<20).map { number in
            let left = (0..<960).map { Int16(($0 * 7 + number) % 4000) }
            let values = isPlanar ? left + left.map { _ in 0 } : left.flatMap { [$0, 0] }
            let bytes = values.flatMap { value in
                form == "S16LE" ? Self.bytes(UInt16(bitPattern: value)) : Self.bytes((Float(value) / 32_768).bitPattern)
            }
            return Frame(
                track: track.id, timescale: 48_000, presentationTicks: Int64(number) * 960, duration: 960,
                content: FrameBytes(ByteSlice(copying: bytes), format: track.format))
        }
        return Message.script(track, frames)
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
