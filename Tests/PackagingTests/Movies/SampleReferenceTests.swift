import ScriptedMedia
import Packaging
import Foundation
import ISOMedia
import Media
import Testing

/// QuickTime movies whose samples stay in another file.
@Suite struct SampleReferenceTests {
    private struct Backing: FileBacking {
        var descriptor: Int32 { -1 }
    }

    /// Returns a script whose samples are slices of a movie file's bytes.
    private func script(_ source: Script, in bytes: [UInt8]) throws -> Script {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
        let storage = ByteStorage(owning: memory, file: Backing())
        let movie = try MovieFile(reading: ByteSlice(storage))
        var cursor = movie.cursor(for: movie.tracks[0])
        var result = source
        for index in result.samples.indices {
            guard let sample = cursor.next() else { break }
            result.samples[index].bytes = movie.bytes(of: sample)
        }
        return result
    }

    @Test(.enabled(if: ReferenceReader.exists("ffprobe")), arguments: ["source.mp4", "media/deep/source.mp4"])
    func ffprobeReadsReferencedSamples(path: String) throws {
        let video = Script.reorderedVideo(frames: 90)
        let audio = Script.audio(packets: 141, rate: 48000, priming: 0)
        let source = try Script.write([video, audio])
        var settings = MovieTrackSettings()
        settings.sampleReferencePath = path
        let reference = try Script.write([try script(video, in: source.bytes)], .mov, tracks: [settings])
        #expect(reference.bytes.count < 3000)
        try withFile("movie.mov", reference.bytes) { file in
            let other = file.deletingLastPathComponent().appending(path: path)
            try FileManager.default.createDirectory(
                at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(source.bytes).write(to: other)
            let expected = try ReferenceReader.packets(other).filter { $0.stream_index == 0 }
            let read = try ReferenceReader.packets(file)
            #expect(read.map(\.data_hash) == expected.map(\.data_hash) && read.count == 90)
            // Without the audio, the movie starts with the first frame.
            #expect(read.map(\.pts) == expected.map { $0.pts.map { $0 - 1 } })
        }
    }

    @Test func onlySamplesInFilesAndQuickTimeMoviesAreAccepted() throws {
        let video = Script.video(frames: 3, rate: (30, 1), syncEvery: 30)
        var settings = MovieTrackSettings()
        settings.sampleReferencePath = "source.mp4"
        #expect(throws: PackagingError.self) { try Script.write([video], .mp4, tracks: [settings]) }
        #expect(throws: PackagingError.self) { try Script.write([video], .mov, tracks: [settings]) }
    }
}
