package import Foundation

/// Third-party programs that read movies independently of the code that wrote them.
package enum ReferenceReader {
    package static func exists(_ tool: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
    }

    /// Runs a tool and returns its output.
    package static func run(_ tool: String, _ arguments: [String]) throws -> Data {
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

    package static func ffprobe<Value: Decodable>(_ file: URL, _ show: [String], as _: Value.Type = Value.self) throws
        -> Value
    {
        try JSONDecoder().decode(
            Value.self, from: run("ffprobe", ["-v", "quiet", "-of", "json"] + show + [file.path]))
    }

    package struct Probe: Decodable {
        package struct Stream: Decodable {
            package var codec_type: String?
            package var time_base: String
            package var nb_frames: String?
            package var tags: [String: String]?
            package var disposition: [String: Int]
            package var side_data_list: [SideData]?
        }
        package struct SideData: Decodable {
            package var displaymatrix: String?
            package var rotation: Int?
        }
        package struct Format: Decodable {
            package var tags: [String: String]?
        }
        package struct Chapter: Decodable {
            package var start_time: String
            package var tags: [String: String]?
        }
        package struct Packet: Decodable, Equatable {
            package var stream_index: Int
            package var pts: Int?
            package var dts: Int?
            package var duration: Int?
            package var size: String
            package var flags: String
            package var data_hash: String
        }
        package var streams: [Stream]?
        package var format: Format?
        package var chapters: [Chapter]?
        package var packets: [Packet]?
    }

    package static func probe(_ file: URL) throws -> Probe {
        try ffprobe(file, ["-show_streams", "-show_format", "-show_chapters"])
    }

    /// Returns the packets of all streams, including those in referenced files.
    package static func packets(_ file: URL) throws -> [Probe.Packet] {
        try ffprobe(file, ["-enable_drefs", "1", "-show_packets", "-show_data_hash", "md5"], as: Probe.self).packets
            ?? []
    }

    /// Returns the tracks that mediainfo lists, as its properties by name.
    package static func mediaInfo(_ file: URL) throws -> [[String: String]] {
        let root = try JSONSerialization.jsonObject(with: run("mediainfo", ["--Output=JSON", file.path]))
        let media = (root as? [String: Any])?["media"] as? [String: Any]
        return (media?["track"] as? [[String: Any]] ?? []).map { $0.compactMapValues { $0 as? String } }
    }
}

/// Runs `body` with a temporary file that contains the bytes.
package func withFile(_ name: String, _ bytes: [UInt8], _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    try body(file)
}
