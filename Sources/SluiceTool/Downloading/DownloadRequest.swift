import AssetDownloading
import Foundation
import Media
import StageKit
import SystemFiles

/// The downloads requested by a command line.
struct DownloadRequest {
    /// A single download: its configuration and its target folder.
    struct Job {
        var configuration: AssetDownloadConfiguration
        /// The target folder; empty for a dry run without one.
        var folder: String
    }

    private(set) var jobs: [Job] = []
    let session: AssetDownloadSession.Configuration
    let isDryRun: Bool
    let writesJSON: Bool
    let settings: RunSettings

    init(_ arguments: Arguments) throws(UsageError) {
        isDryRun = arguments.has("dry-run")
        writesJSON = arguments.has("json")
        settings = try RunSettings(arguments)
        session = try Self.session(arguments)
        let template = try Self.template(arguments)
        var words = arguments.words[...]
        while let word = words.popFirst() {
            var configuration = template
            configuration.asset.url = try Self.url(word)
            let folder = words.popFirst()
            if configuration.title.isEmpty {
                configuration.title = folder.flatMap(StoredAssetDownload.title) ?? Self.title(word)
            }
            guard folder != nil || isDryRun else {
                throw UsageError(
                    "no folder is specified for '\(word)'", notes: ["sluice download \(DownloadCommand.usage)"])
            }
            jobs.append(Job(configuration: configuration, folder: folder ?? ""))
        }
        guard Set(jobs.map(\.folder)).count == jobs.count || isDryRun else {
            throw UsageError("two downloads cannot use the same folder")
        }
    }

    private static func session(_ arguments: Arguments) throws(UsageError) -> AssetDownloadSession.Configuration {
        var session = AssetDownloadSession.Configuration()
        if let text = arguments.value("connections") {
            guard let count = Int(text), (1...64).contains(count) else {
                throw UsageError("--connections requires a number from 1 to 64, not '\(text)'")
            }
            session.connectionsPerHost = count
            session.connections = max(session.connections, count)
        }
        return session
    }

    /// Returns the configuration shared by all downloads of the command line.
    private static func template(_ arguments: Arguments) throws(UsageError) -> AssetDownloadConfiguration {
        var asset = URLAsset(url: URL(filePath: "/"))
        asset.headerFields = arguments.values["header"] ?? []
        for field in asset.headerFields where !field.contains(":") || field.contains(where: \.isNewline) {
            throw UsageError("--header requires a field such as 'Cookie: name=value', not '\(field)'")
        }
        var configuration = AssetDownloadConfiguration(asset: asset, title: arguments.value("title") ?? "")
        configuration.primaryContentConfiguration = try content(arguments)
        for group in arguments.groups {
            configuration.auxiliaryContentConfigurations.append(try content(group))
        }
        configuration.keepsKeys = !arguments.has("no-keys")
        if let duration: MediaTime = try arguments.option("duration") {
            configuration.recordingDuration = duration.seconds
        }
        if let path = arguments.value("artwork") {
            do throws(RegularFile.Failure) {
                configuration.artworkData = Data(
                    try RegularFile.read(path, limit: 64 << 20, scope: .filesAndOpenDescriptors))
            } catch {
                throw UsageError("cannot read artwork '\(path)': \(error)")
            }
        }
        return configuration
    }

    private static func content(_ arguments: Arguments) throws(UsageError) -> AssetDownloadContentConfiguration {
        var content = AssetDownloadContentConfiguration()
        for text in (arguments.values["auxiliary"] ?? []) + (arguments.values["prefer"] ?? []) {
            content.variantQualifiers.append(try qualifier(text))
        }
        let audio = try languages("audio", arguments).map { MediaSelection.audio($0) }
        content.mediaSelections = audio + (try languages("subtitles", arguments).map { MediaSelection.subtitles($0) })
        return content
    }

    private static func qualifier(_ text: String) throws(UsageError) -> AssetVariantQualifier {
        do throws(VariantPredicateError) {
            return AssetVariantQualifier(predicate: try VariantPredicate(format: text))
        } catch {
            // The first line contains the column; the following lines contain the predicate and a caret.
            let lines = error.description.split(separator: "\n").map(String.init)
            throw UsageError("invalid predicate: " + lines.joined(separator: "\n"))
        }
    }

    private static func languages(_ name: String, _ arguments: Arguments) throws(UsageError) -> [String] {
        let languages = (arguments.values[name] ?? []).flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        for language in languages where language.isEmpty || language.contains(" ") {
            throw UsageError("--\(name) requires languages such as en,fr, not '\(language)'")
        }
        return languages
    }

    private static func url(_ word: String) throws(UsageError) -> URL {
        guard let url = URL(string: word), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host()?.isEmpty == false
        else { throw UsageError("'\(word)' is not an http:// or https:// URL") }
        return url
    }

    private static func title(_ word: String) -> String {
        let path = word.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? word
    }
}
