import Foundation

/// Subtitle files for a movie of ten seconds.
enum Subtitles {
    /// A text with its start and end in seconds.
    struct Cue: Hashable, Sendable {
        var start: Double
        var end: Double
        var text: String
    }

    /// The cues of ``english``; the second one spans two boundaries of two-second segments.
    static let cues = [
        Cue(start: 0.5, end: 1.5, text: "Hello"),
        Cue(start: 1.75, end: 4.25, text: "Over two boundaries\nin two lines"),
        Cue(start: 6, end: 7, text: "At a boundary"), Cue(start: 9, end: 9.75, text: "Good & bye"),
    ]

    static func english() async throws -> URL {
        try await file("english.srt") {
            cues.enumerated().map { index, cue in
                "\(index + 1)\r\n\(clock(cue.start, ",")) --> \(clock(cue.end, ","))\r\n"
                    + "\(cue.text.replacing("\n", with: "\r\n"))\r\n\r\n"
            }.joined()
        }
    }

    static func french() async throws -> URL {
        try await file("french.vtt") {
            "WEBVTT\n\nNOTE for the test\n\n"
                + cues.map { "\(clock($0.start, ".")) --> \(clock($0.end, ".")) line:0\n<i>fr</i> \($0.text)\n\n" }
                .joined()
        }
    }

    private static func file(_ name: String, _ text: @escaping @Sendable () -> String) async throws -> URL {
        try await MadeFiles.shared.file(name, madeBy: ["subtitles", text()]) { try Data(text().utf8).write(to: $0) }
    }

    private static func clock(_ seconds: Double, _ point: String) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return String(format: "00:00:%02d\(point)%03d", milliseconds / 1000, milliseconds % 1000)
    }

    /// Parses the cues of a WebVTT file, independently of the code under test.
    static func cues(_ text: String) -> [Cue] {
        var cues: [Cue] = []
        for block in text.components(separatedBy: "\n\n") {
            let lines = block.components(separatedBy: "\n").filter { !$0.isEmpty }
            guard let line = lines.firstIndex(where: { $0.contains(" --> ") }) else { continue }
            let words = lines[line].components(separatedBy: " ")
            cues.append(
                Cue(
                    start: seconds(words[0]), end: seconds(words[2]),
                    text: lines[(line + 1)...].joined(separator: "\n").replacing("&amp;", with: "&")))
        }
        return cues
    }

    /// Parses a clock time into seconds.
    static func seconds(_ clock: String) -> Double {
        clock.components(separatedBy: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) }
    }
}
