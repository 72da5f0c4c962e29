/// The commands that mend a movie.
struct MendingCommands {
    private let movie: String
    private let output: String

    init(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        (movie, output) = (Self.quoted(path), Self.quoted("Output/\(stem)"))
    }

    func encode(_ kinds: String) -> String { "sluice segment \(movie) \(output) --encode \(kinds)" }
    var decrypt: String { "sluice decrypt \(movie) \(output).mp4 --key-file keys.json" }
    /// `folder` contains the movie.
    func cache(_ folder: String) -> String { "sluice serve \(Self.quoted(folder)) --cache Output/converted" }

    /// Returns a word for shells (POSIX.1-2017 XCU 2.2.2). A path that starts with a hyphen is not an option.
    static func quoted(_ path: String) -> String {
        let word = path.hasPrefix("-") ? "./" + path : path
        let isPlain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "-._/+".utf8.contains(byte)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// The command for a problem or an error of the stages.
    func command(for code: String, _ message: String) -> String? {
        switch code {
        case "sparse-sync-samples", "open-gop", "recovery-points", "false-sync-samples": encode("video")
        case "edit-list", "missing-fragments", "bad-timestamps", "samples-left-out":
            encode("all")
        case "unsupported-media", "no-usable-track":
            message.contains("encrypted") ? decrypt : encode("all")
        case "picture-left-out": "sluice segment \(movie) \(output) --video-group"
        case "track-left-out":
            message.contains("audio") ? encode("audio") : message.contains("video") ? encode("all") : nil
        default: nil
        }
    }
}
