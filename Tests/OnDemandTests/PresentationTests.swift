import Foundation
import ISOMedia
import Media
import OnDemand
import Packaging
import ScriptedMedia
import StageKit
import StageTesting
import SystemFiles
import Testing

@Suite struct PresentationTests {
    /// All combinations of profile, interval and packaging.
    static var allOptions: [MoviePresentationOptions] {
        [FileTypeProfile.mpeg4AppleHLS, .mpeg4CMAFCompliant].flatMap { profile in
            [false, true].map { isSingleFile in
                var options = MoviePresentationOptions()
                (options.profile, options.isSingleFile) = (profile, isSingleFile)
                options.interval = isSingleFile ? .seconds(2) : .seconds(4)
                return options
            }
        }
    }

    private func expectEqualFiles(
        _ movie: MovieImage, at path: String, _ name: String, isOutlined: Bool? = nil
    ) async throws {
        try Data(movie.bytes).write(to: URL(filePath: path))
        for options in Self.allOptions {
            let packaged = try await PackagedMovie(path, options)
            #expect(packaged.files.count > 3)
            let presentation = try openPresentation(path, options)
            #expect(differences(presentation, packaged).isEmpty, "\(name), \(options)")
            if let isOutlined { #expect(presentation.isOutlined == isOutlined, "\(name), \(options)") }
        }
    }

    private func segments(of scripts: [Script]) throws -> [Segment] {
        try Script.run(scripts.map(\.withPictures), interval: .seconds(3)) { $0.packaging = .together }
    }

    private func image(_ pieces: [ByteRope]) -> MovieImage {
        var image = MovieImage()
        image.perform(pieces.map { .append($0) })
        return image
    }

    @Test func filesEqualThoseOfSegment() async throws {
        let titles: [(milliseconds: Int64, title: String)] = [(0, "a"), (2500, "b"), (9000, ""), (11_000, "c")]
        let audio = Script.audio(packets: 900, rate: 48_000, priming: 1024)
        var generator = SeededGenerator(seed: 7)
        let scripts: [(name: String, scripts: [Script])] = [
            ("reordered", [.reorderedVideo(frames: 570), audio]),
            ("subtitles", [.video(frames: 570, rate: (30, 1), syncEvery: 25), audio, .text(titles)]),
            ("variable rate", [.variableVideo(frames: 300, using: &generator), audio]),
            ("audio", [audio]),
        ]
        try await withFolder { path in
            for (name, scripts) in scripts {
                try await expectEqualFiles(
                    try Script.write(scripts.map(\.withPictures)), at: path + "/movie.mp4", name, isOutlined: true)
                let timed = scripts.filter { $0.track.mediaType != .text }
                let fragments = try segments(of: timed).map(\.data)
                try await expectEqualFiles(image(fragments), at: path + "/movie.mp4", "\(name) in fragments")
            }
        }
    }

    /// A segment next to a gap cannot always be built from its samples alone.
    @Test func gapsEqualThoseOfSegment() async throws {
        let video = Script.video(frames: 900, rate: (30, 1), syncEvery: 20)
        // The fourth media segment is missing.
        let segments = try segments(of: [video])
        try #require(segments.count > 6)
        let movie = image(segments.filter { $0.kind == .initialization || $0.index != 3 }.map(\.data))
        try await withFolder { path in
            try await expectEqualFiles(movie, at: path + "/movie.mp4", "missing fragment")
        }
    }

    @Test func rangesArePartsOfFiles() async throws {
        let movie = try Script.write([Script.reorderedVideo(frames: 570).withPictures])
        try await withFolder { path in
            try Data(movie.bytes).write(to: URL(filePath: path + "/movie.mp4"))
            let presentation = try openPresentation(path + "/movie.mp4", Self.allOptions[1])
            let name = try #require(presentation.paths.first { $0.hasSuffix(".mp4") })
            let file = try #require(presentation[name])
            let whole = try #require(presentation.bytes(of: file, in: 0..<file.count)).bytes
            #expect(whole.count == file.count)
            for range in [0..<1, 700..<701, 100..<file.count - 3, file.count - 1..<file.count] {
                #expect(presentation.bytes(of: file, in: range)?.bytes == Array(whole[range]))
                let parts = file.wholeParts(around: range)
                #expect(parts.lowerBound <= range.lowerBound && parts.upperBound >= range.upperBound)
            }
        }
    }

    @Test func onlyMediaInManySmallSlicesAreCopied() async throws {
        let scripts = [
            Script.video(frames: 300, rate: (30, 1), syncEvery: 30).withPictures,
            .audio(packets: 460, rate: 48_000, priming: 0),
        ]
        for (period, isCopied) in [(MediaTime.milliseconds(50), true), (.seconds(4), false)] {
            let movie = try Script.write(scripts) { $0.interleavingPeriod = period }
            try await withFolder { path in
                try Data(movie.bytes).write(to: URL(filePath: path + "/movie.mp4"))
                let presentation = try openPresentation(path + "/movie.mp4", MoviePresentationOptions())
                let name = try #require(presentation.paths.first { $0.hasPrefix("audio/segment") })
                let file = try #require(presentation[name])
                let built = try #require(presentation.bytes(of: file, in: 0..<file.count))
                let range = 0..<file.count
                let memory = ResponseMemory(limit: 1 << 20)
                var loaded = try presentation.content(of: file, in: range, memory)
                #expect(loaded == built)
                #expect((loaded?.slices.count == 1) == isCopied, "\(built.slices.count) slices")
                #expect(loaded?.slices.contains { $0.storage.file != nil } != isCopied)
                // Without memory for the copy, the slices are sent.
                let other = memory.reserve((1 << 20) - memory.usedBytes - file.count + 1)
                let sliced = try presentation.content(of: file, in: range, memory)
                #expect(sliced == built && sliced?.slices.count == built.slices.count)
                withExtendedLifetime(other) {}
                loaded = nil
            }
        }
    }

    @Test func moviesWhoseSamplesOverlapAreRejected() async throws {
        var audio = Script.audio(packets: 1400, rate: 48_000, priming: 0)
        for index in audio.samples.indices { audio.samples[index].bytes = ByteSlice(copying: [UInt8](1...20)) }
        let movie = try Script.write([audio]) { $0.interleavingPeriod = .milliseconds(1) }
        var bytes = movie.bytes
        // All chunks start with the first, and all samples are large.
        try bytes.fill("stsz", header: 12, count: 1, with: 4000)
        let first = UInt32(try bytes.number("stco", at: 16))
        try bytes.fill("stco", header: 16, count: try bytes.number("stco", at: 12), with: first)
        for throughSamples in [false, true] {
            try await withFolder { path in
                try Data(bytes + [UInt8](repeating: 0, count: 4000)).write(to: URL(filePath: path + "/movie.mp4"))
                #expect {
                    _ = try PresentationPlanner.open(
                        try MappedFile(path: path + "/movie.mp4", access: .random), name: "movie.mp4",
                        MoviePresentationOptions(), PresentationLimits(), clock: VirtualClock(),
                        throughSamples: throughSamples)
                } throws: { error in
                    (error as? StageError)?.code == .damagedInput && "\(error)".contains("overlap")
                }
            }
        }
    }

    @Test func truncatedFileEndsThePresentationAndNotTheProcess() async throws {
        let movie = try Script.write([
            Script.reorderedVideo(frames: 9000).withPictures, .audio(packets: 14_000, rate: 48_000, priming: 0),
        ])
        try await withFolder { path in
            try Data(movie.bytes).write(to: URL(filePath: path + "/movie.mp4"))
            let presentation = try openPresentation(path + "/movie.mp4", MoviePresentationOptions())
            #expect(presentation.isComplete)
            #expect(truncate(path + "/movie.mp4", 4096) == 0)
            for name in presentation.paths {
                guard let file = presentation[name] else { continue }
                // The tables and the media read as zero.
                if let data = presentation.bytes(of: file, in: 0..<file.count) {
                    #expect(data.bytes.count == file.count)
                }
            }
            #expect(!presentation.isComplete)
        }
    }

    @Test func costIsLimited() async throws {
        let movie = try Script.write([Script.video(frames: 900, rate: (30, 1), syncEvery: 1).withPictures])
        var options = MoviePresentationOptions()
        options.interval = .milliseconds(100)
        try await withFolder { path in
            try Data(movie.bytes).write(to: URL(filePath: path + "/movie.mp4"))
            let full = try openPresentation(path + "/movie.mp4", options)
            #expect(full.memorySize < 1 << 20)
            for limit in [\PresentationLimits.samples, \.segments, \.storedBytes] {
                var limits = PresentationLimits()
                limits[keyPath: limit] = 100
                #expect {
                    try openPresentation(path + "/movie.mp4", options, limits)
                } throws: { error in
                    (error as? StageError)?.code == .limitReached
                }
            }
        }
    }
}

/// Runs `body` with the path of a folder that is removed afterwards.
func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.resolvingSymlinksInPath().path)
}

extension [UInt8] {
    /// Returns the position of the first box of a type.
    private func position(of type: String) throws -> Int {
        try #require(firstRange(of: Array(type.utf8))).lowerBound - 4
    }

    /// Returns the 32-bit number at an offset in the first box of a type.
    fileprivate func number(_ type: String, at offset: Int) throws -> Int {
        let start = try position(of: type) + offset
        return self[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Sets 32-bit numbers of the first box of a type. `header` is the size of the box before them.
    fileprivate mutating func fill(_ type: String, header: Int, count: Int, with value: UInt32) throws {
        let start = try position(of: type) + header
        for offset in stride(from: start, to: start + 4 * count, by: 4) {
            for index in 0..<4 { self[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
        }
    }
}
