import Foundation

/// Programs that read movies and know nothing of what wrote them.
enum Judge {
    static func exists(_ tool: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)") }

    /// What a tool prints.
    static func run(_ tool: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/\(tool)")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    static func ffprobe<Value: Decodable>(_ file: URL, _ show: [String], as _: Value.Type = Value.self) throws -> Value
    {
        try JSONDecoder().decode(
            Value.self, from: run("ffprobe", ["-v", "quiet", "-of", "json"] + show + [file.path]))
    }

    struct Probe: Decodable {
        struct Stream: Decodable {
            var codec_type: String?
            var time_base: String
            var nb_frames: String?
            var tags: [String: String]?
            var disposition: [String: Int]
            var side_data_list: [SideData]?
        }
        struct SideData: Decodable {
            var displaymatrix: String?
            var rotation: Int?
        }
        struct Format: Decodable {
            var tags: [String: String]?
        }
        struct Chapter: Decodable {
            var start_time: String
            var tags: [String: String]?
        }
        struct Packet: Decodable, Equatable {
            var stream_index: Int
            var pts: Int?
            var dts: Int?
            var duration: Int?
            var size: String
            var flags: String
            var data_hash: String
        }
        var streams: [Stream]?
        var format: Format?
        var chapters: [Chapter]?
        var packets: [Packet]?
    }

    static func probe(_ file: URL) throws -> Probe {
        try ffprobe(file, ["-show_streams", "-show_format", "-show_chapters"])
    }

    /// The packets of all streams; media in other files are looked for there.
    static func packets(_ file: URL) throws -> [Probe.Packet] {
        try ffprobe(file, ["-enable_drefs", "1", "-show_packets", "-show_data_hash", "md5"], as: Probe.self).packets
            ?? []
    }

    /// The tracks that mediainfo lists, each by what it says of it.
    static func mediaInfo(_ file: URL) throws -> [[String: String]] {
        let root = try JSONSerialization.jsonObject(with: run("mediainfo", ["--Output=JSON", file.path]))
        let media = (root as? [String: Any])?["media"] as? [String: Any]
        return (media?["track"] as? [[String: Any]] ?? []).map { $0.compactMapValues { $0 as? String } }
    }
}

/// Runs `body` with a file name in a folder that is removed afterwards.
func withFile(_ name: String, _ bytes: [UInt8], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    try body(file)
}
