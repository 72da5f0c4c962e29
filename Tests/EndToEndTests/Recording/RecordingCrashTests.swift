import Foundation
import Testing

/// The tool is located next to the test bundle.
private let tool = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "sluice").path

/// A recording whose process is killed: all completed fragments are readable.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: tool), "the tool is not built"))
struct RecordingCrashTests {
    @Test func whatFfprobeReadsAfterAKillIsEverythingUpToTheLastFinishedFragment() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source.mp4")
        try makeSource(source, in: folder)
        let expected = [try packets(source, stream: 0), try packets(source, stream: 1)]
        let pipeline = folder.appending(path: "record.yaml")
        let whole = try size(record(source, folder, pipeline, killAt: .max))

        var (cut, generator) = (0, SystemRandomNumberGenerator())
        for _ in 0..<20 {
            let moment = Int.random(in: 0...whole, using: &generator)
            let file = try record(source, folder, pipeline, killAt: moment)
            guard let bytes = try? Data(contentsOf: file), bytes.count > 0 else { continue }
            let finished = Fragments(bytes)
            if finished.isCut { cut += 1 }
            for stream in 0..<2 {
                let read = try packets(file, stream: stream)
                // The fragment that was being written may add some packets, the last of them truncated.
                let whole = max(finished.samples[stream], read.count - (finished.isCut ? 1 : 0))
                #expect(read.count >= finished.samples[stream])
                #expect((read.prefix(whole) == expected[stream].prefix(whole)) == true, "killed at \(moment) bytes")
                if finished.isRegular { #expect(read.count == expected[stream].count) }
            }
        }
        // Otherwise the kills prove nothing.
        #expect(cut >= 5)
    }

    /// Makes a source of ten seconds repeated forty times.
    private func makeSource(_ file: URL, in folder: URL) throws {
        let short = folder.appending(path: "short.mp4").path
        try run(
            "/usr/bin/ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30", "-f", "lavfi"]
                + ["-i", "sine=frequency=440:sample_rate=48000", "-t", "10", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "30", "-c:a", "aac", short])
        try run(
            "/usr/bin/ffmpeg", ["-v", "error", "-stream_loop", "39", "-i", short, "-c", "copy", file.path])
    }

    @discardableResult
    private func record(_ source: URL, _ folder: URL, _ pipeline: URL, killAt moment: Int) throws -> URL {
        let output = folder.appending(path: "movie-\(UUID().uuidString).mp4")
        let text = """
            pipeline: record
            stages:
              movie:
                use: mp4.read
                with: { path: "\(source.path)" }
              record:
                use: file.movie
                from: movie
                with: { path: "\(output.path)", fragment-interval: 500ms }

            """
        try Data(text.utf8).write(to: pipeline)
        let process = Process()
        process.executableURL = URL(filePath: tool)
        process.arguments = ["run", pipeline.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Kills at a file size, so that the kills are spread over the recording at any machine speed.
        while process.isRunning, size(output) < moment { sched_yield() }
        if moment < .max { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return output
    }

    private func size(_ file: URL) -> Int {
        var status = stat()
        return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The decode time, size and content hash of a packet.
    private struct Packet: Decodable, Equatable {
        var dts: Int
        var size: String
        var data_hash: String
    }

    private func packets(_ file: URL, stream: Int) throws -> [Packet] {
        struct List: Decodable {
            var packets: [Packet]?
        }
        let text = try run(
            "/usr/bin/ffprobe",
            ["-v", "quiet", "-select_streams", "\(stream)", "-show_packets", "-show_data_hash", "md5"]
                + ["-of", "json", file.path])
        return try JSONDecoder().decode(List.self, from: Data(text.utf8)).packets ?? []
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

/// The complete movie fragments of a file, parsed from its boxes.
private struct Fragments {
    /// The number of their samples, for each of two tracks.
    private(set) var samples = [0, 0]
    /// Whether the file ends like a finished movie.
    private(set) var isRegular = false
    /// Whether the file was cut off after at least one fragment.
    var isCut: Bool { !isRegular && samples[0] > 0 }

    init(_ data: Data) {
        let bytes = [UInt8](data)
        var waiting: [Int] = []
        for (type, range) in Self.boxes(bytes, 0..<bytes.count) {
            switch type {
            case "moof": waiting = Self.counts(bytes, range)
            case "mdat" where range.upperBound <= bytes.count && !waiting.isEmpty:
                for track in 0..<2 { samples[track] += waiting[track] }
                waiting = []
            case "mdat": isRegular = waiting.isEmpty
            default: break
            }
        }
    }

    private static func counts(_ bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        var counts = [0, 0]
        guard range.upperBound <= bytes.count else { return [] }
        for (type, track) in boxes(bytes, range.lowerBound + 8..<range.upperBound) where type == "traf" {
            var id = 0
            for (type, box) in boxes(bytes, track.lowerBound + 8..<track.upperBound) {
                if type == "tfhd" { id = number(bytes, box.lowerBound + 12, 4) }
                if type == "trun", (1...2).contains(id) { counts[id - 1] += number(bytes, box.lowerBound + 12, 4) }
            }
        }
        return counts
    }

    private static func boxes(_ bytes: [UInt8], _ range: Range<Int>) -> [(String, Range<Int>)] {
        var boxes: [(String, Range<Int>)] = []
        var offset = range.lowerBound
        while offset + 16 <= range.upperBound {
            var size = number(bytes, offset, 4)
            if size == 1 { size = number(bytes, offset + 8, 8) }
            guard size >= 8 else { break }
            boxes.append((String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset..<offset + size))
            offset += size
        }
        return boxes
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
