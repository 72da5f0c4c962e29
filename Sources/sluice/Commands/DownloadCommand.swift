import AssetDownloading
import Foundation
import Media
import StageKit

/// Downloads HLS presentations for offline playback.
enum DownloadCommand: Command {
    static let name = "download"
    static let abstract = "Download HLS into a folder that plays without a network; run again, it goes on."
    static let usage = "URL FOLDER [URL FOLDER…] | --list FOLDER…"
    static let words = 1...Int.max
    static var options: [CommandOption] {
        [
            CommandOption("prefer", "p", .list("PREDICATE"), "Variants to prefer; repeated, they are tried in order"),
            CommandOption("audio", "a", .list("LANGUAGES"), "Languages of sound, such as en,fr (the default one)"),
            CommandOption(
                "subtitles", nil, .list("LANGUAGES"), "Languages of subtitles (those that are on by default)"),
            CommandOption(
                "auxiliary", nil, .list("PREDICATE"),
                "Also download from such a variant, sharing the video; --prefer, --audio and --subtitles after it are its own"
            ),
            CommandOption("duration", "d", .value("TIME"), "How much of a live playlist to record"),
            CommandOption(
                "title", nil, .value("TITLE"), "A name for people (the stored one, or the last part of the URL)"),
            CommandOption("artwork", nil, .value("FILE"), "A picture to put beside it, PNG or JPEG"),
            CommandOption("no-keys", nil, .flag, "Leave AES-128 keys on their server"),
            CommandOption(
                "header", nil, .list("FIELD"), "Send a header field to the server of the URL, such as 'Cookie: …'"),
            CommandOption("connections", nil, .value("COUNT"), "Connections to one server at a time, 1 to 64 (6)"),
            CommandOption(
                "list", "l", .flag, "List the downloads in folders, with title, size and state; nothing is fetched"),
            CommandOption("dry-run", "n", .flag, "Print what would be fetched, with sizes; no folder is needed"),
            CommandOption("json", nil, .flag, "Write the result to standard output as JSON"),
            CommandOption("quiet", "q", .flag, "Print nothing but errors"),
        ]
    }
    static let group: CommandOptionGroup? = CommandOptionGroup(
        start: "auxiliary", members: ["prefer", "audio", "subtitles"])
    static let examples = [
        "https://example.com/movie.m3u8 Movies/movie",
        "https://example.com/movie.m3u8 Movies/movie --prefer 'peakBitRate < 5000000' --audio en,fr --subtitles en",
        "https://example.com/movie.m3u8 --dry-run", "--list Movies",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        if arguments.has("list") {
            return DownloadList(folders: arguments.words, writesJSON: arguments.has("json")).run()
        }
        let request = try DownloadRequest(arguments)
        return request.isDryRun ? await DownloadPreview(request).run() : await DownloadRunner(request).run()
    }
}
