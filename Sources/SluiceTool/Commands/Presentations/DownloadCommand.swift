import AssetDownloading
import Foundation
import Media
import StageKit

/// Downloads HLS presentations for offline playback.
enum DownloadCommand: Command {
    static let name = "download"
    static let abstract = "Download HLS into a folder for offline playback; resumes when run again."
    static let usage = "URL FOLDER [URL FOLDER…] | --list FOLDER…"
    static let words = 1...Int.max
    static var options: [CommandOption] {
        [
            CommandOption("prefer", "p", .list("PREDICATE"), "Condition for variants; several are tried in order"),
            CommandOption("audio", "a", .list("LANGUAGES"), "Audio languages, such as en,fr; default: one"),
            CommandOption(
                "subtitles", nil, .list("LANGUAGES"), "Subtitle languages; default: the default subtitles"),
            CommandOption(
                "auxiliary", nil, .list("PREDICATE"),
                "Condition for an additional variant; --prefer, --audio and --subtitles after it apply to it"
            ),
            CommandOption("duration", "d", .value("TIME"), "Duration to record of a live playlist"),
            CommandOption(
                "title", nil, .value("TITLE"), "Display name; default: the stored name, or the last part of the URL"),
            CommandOption("artwork", nil, .value("FILE"), "Artwork to store with the download, PNG or JPEG"),
            CommandOption("no-keys", nil, .flag, "Do not download AES-128 keys"),
            CommandOption(
                "header", nil, .list("FIELD"), "Header field for the server of the URL, such as 'Cookie: …'"),
            CommandOption("connections", nil, .value("COUNT"), "Maximum connections per server, 1 to 64; default: 6"),
            CommandOption(
                "list", "l", .flag, "List the downloads in folders with title, size and state"),
            CommandOption("dry-run", "n", .flag, "Print the files and sizes without downloading; needs no folder"),
            CommandOption("json", nil, .flag, "Result as JSON on standard output"),
        ] + RunSettings.logOptions()
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
