import Foundation
import Glibc
import Media
import StageKit
import StageTesting
import SystemFiles
import Testing

@testable import PackagingStages

/// Matroska files that are read in place by the tables of a movie.
@Suite struct MatroskaIndexTests {
    private static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) } + [1]
            + withUnsafeBytes(of: UInt64(content.count).bigEndian) { Array($0.dropFirst()) } + content
    }

    private static func number(_ id: UInt32, _ value: UInt64) -> [UInt8] {
        element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }

    /// An MP3 frame of 1152 samples in 208 bytes.
    private static func frame(_ fill: UInt8) -> [UInt8] {
        [0xff, 0xfb, 0x50, 0xc4] + [UInt8](repeating: fill, count: 204)
    }

    /// Clusters of ten MP3 frames, and a subtitle in each; frames may have a compression.
    private static func file(clusters: Int, isCompressed: Bool = false, isTruncated: Bool = false) -> [UInt8] {
        func track(_ number: UInt64, _ codec: String, _ type: UInt64, _ more: [UInt8] = []) -> [UInt8] {
            element(
                0xae,
                Self.number(0xd7, number) + Self.number(0x83, type) + element(0x86, Array(codec.utf8)) + more)
        }
        let stripping = element(0x6d80, element(0x6240, element(0x5034, number(0x4254, 3))))
        let tracks = element(
            0x1654_ae6b,
            track(1, "A_MPEG/L3", 2, isCompressed ? stripping : []) + track(7, "S_TEXT/UTF8", 17, number(0x55aa, 1))
                + track(9, "A_VORBIS", 2))
        let media = (0..<clusters).flatMap { index -> [UInt8] in
            let blocks = (0..<10).flatMap { block -> [UInt8] in
                let time = UInt16(Double(block) * 26.122)
                return element(
                    0xa3, [0x81, UInt8(time >> 8), UInt8(time & 255), 0x80] + frame(UInt8(index * 10 + block)))
            }
            let text = element(0xa0, element(0xa1, [0x87, 0, 0, 0] + Array("cue \(index)".utf8)) + number(0x9b, 100))
            let time = UInt64((Double(index) * 261.224).rounded())
            return element(0x1f43_b675, number(0xe7, time) + blocks + text)
        }
        let header = element(0x1a45_dfa3, element(0x4282, Array("matroska".utf8)))
        let whole = header + element(0x1853_8067, tracks + media)
        return isTruncated ? Array(whole.dropLast(300)) : whole
    }

    private func withFile(_ bytes: [UInt8], _ body: (MappedFile) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString).mkv")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(bytes).write(to: url)
        try body(try MappedFile(path: url.path))
    }

    @Test func samplesAreSlicesOfTheFile() throws {
        try withFile(Self.file(clusters: 5)) { file in
            let clock = VirtualClock()
            let index = try MatroskaIndex(file, path: "a.mkv", clock: clock)
            let context = StageContext(stageName: "movie", reporter: { _ in }, clock: clock)
            var options = ReadMovie.Options()
            options.path = "a.mkv"
            let selected = try SelectedMovie(file, index: index, options, context)
            let tracks = selected.announcedTracks
            #expect(tracks.map(\.mediaType) == [.audio, .text] && tracks[1].attributes.isForced)
            #expect(tracks.map { $0.origin?.track } == ["track 1", "track 7"])
            var merge = selected.merge
            var (frames, cues) = ([UInt8](), [String]())
            while true {
                let batch = try merge.nextBatch(from: "a.mkv")
                if batch.isEmpty { break }
                for case .payload(let sample) in batch {
                    guard sample.track == tracks[0].id else {
                        cues.append(WebVTTCue(box: sample.bytes, start: 0, end: 1)?.payload ?? "")
                        continue
                    }
                    #expect(sample.bytes.storage.file as? MappedFile === file, "the sample is not copied")
                    #expect(sample.decodeTicks == Int64(frames.count) * 1152 && sample.duration == 1152)
                    frames.append(sample.bytes.bytes[5])
                }
            }
            #expect(frames == Array(0..<50) && cues == (0..<5).map { "cue \($0)" })
        }
    }

    @Test func tracksAreSelectedByTheirNumbers() throws {
        try withFile(Self.file(clusters: 2)) { file in
            let clock = VirtualClock()
            let index = try MatroskaIndex(file, path: "a.mkv", clock: clock)
            func tracks(_ selection: String) throws -> [Track] {
                var options = ReadMovie.Options()
                (options.path, options.tracks) = ("a.mkv", try TrackSelection(option: OptionNode(selection)))
                let context = StageContext(stageName: "movie", reporter: { _ in }, clock: clock)
                return try SelectedMovie(file, index: index, options, context).announcedTracks
            }
            #expect(try tracks("7").map(\.mediaType) == [.text] && tracks("audio").map(\.mediaType) == [.audio])
            let refusal = #expect(throws: StageError.self) { try tracks("9") }
            #expect(refusal?.message.contains("Vorbis audio") == true)
        }
    }

    @Test(arguments: [
        (isCompressed: true, isTruncated: false, samples: 99, code: MatroskaIndex.notInPlace),
        (false, true, 99, .truncatedInput), (false, false, 19, .limitReached),
    ])
    func filesThatCannotBeIndexedAreRejected(
        _ isCompressed: Bool, _ isTruncated: Bool, _ samples: Int, _ code: StageError.Code
    ) throws {
        try withFile(Self.file(clusters: 3, isCompressed: isCompressed, isTruncated: isTruncated)) { file in
            let refusal = #expect(throws: StageError.self) {
                try MatroskaIndex(file, path: "a.mkv", maximumSamples: samples, clock: VirtualClock())
            }
            #expect(refusal?.code == code, "\(refusal?.message ?? "")")
        }
    }

    /// Frames of 256 KiB: only their headers are read.
    @Test func largeFramesAreNotRead() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString).mkv")
        defer { try? FileManager.default.removeItem(at: url) }
        let track = Self.element(
            0xae, Self.number(0xd7, 1) + Self.number(0x83, 2) + Self.element(0x86, Array("A_MPEG/L3".utf8)))
        let clusters = (0..<100).flatMap { index -> [UInt8] in
            let frame = Self.frame(0) + [UInt8](repeating: 0, count: 256 << 10)
            return Self.element(
                0x1f43_b675,
                Self.number(0xe7, UInt64(Double(index) * 26.122)) + Self.element(0xa3, [0x81, 0, 0, 0x80] + frame))
        }
        let header = Self.element(0x1a45_dfa3, Self.element(0x4282, Array("matroska".utf8)))
        try Data(header + Self.element(0x1853_8067, Self.element(0x1654_ae6b, track) + clusters)).write(to: url)
        let file = try MappedFile(path: url.path, access: .random)
        fsync(file.descriptor)
        posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
        // Files in memory stay there.
        guard Self.residentBytes(file) < file.count / 2 else { return }
        _ = try MatroskaIndex(file, path: "a.mkv", clock: VirtualClock())
        #expect((1...file.count / 4).contains(Self.residentBytes(file)), "\(Self.residentBytes(file)) of \(file.count)")
    }

    /// The bytes of a file that are in the page cache.
    private static func residentBytes(_ file: MappedFile) -> Int {
        var pages = [UInt8](repeating: 0, count: (file.count + 4095) / 4096)
        let result = file.content.withUnsafeBytes {
            mincore(UnsafeMutableRawPointer(mutating: $0.baseAddress!), $0.count, &pages)
        }
        #expect(result == 0)
        return 4096 * pages.count { $0 & 1 == 1 }
    }

    /// Random damage neither traps nor gives samples outside of the file.
    @Test(arguments: 0..<40) func damagedFilesAreIndexedOrRejected(seed: Int) throws {
        var bytes = Self.file(clusters: 4)
        var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1
        for _ in 0..<8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 20) % bytes.count] = UInt8(truncatingIfNeeded: state >> 8)
        }
        try withFile(bytes) { file in
            let clock = VirtualClock()
            guard let index = try? MatroskaIndex(file, path: "a.mkv", clock: clock) else { return }
            let context = StageContext(stageName: "movie", reporter: { _ in }, clock: clock)
            var options = ReadMovie.Options()
            options.path = "a.mkv"
            guard let selected = try? SelectedMovie(file, index: index, options, context) else { return }
            var merge = selected.merge
            while let batch = try? merge.nextBatch(from: "a.mkv"), !batch.isEmpty {
                for case .payload(let sample) in batch { #expect(sample.bytes.count <= bytes.count) }
            }
        }
    }
}
