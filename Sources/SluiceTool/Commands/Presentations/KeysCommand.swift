import ContentKeys
import ContentProtection
import Foundation
import Glibc
import StageKit

/// Creates content keys.
enum KeysCommand: Command {
    static let name = "keys"
    static let abstract = "Create random content keys with their identifiers, as a key file."
    static let usage = "new"
    static let words = 1...1
    static var options: [CommandOption] {
        [
            CommandOption(
                "labels", "l", .value("LIST"),
                "Track classes with separate keys, separated by commas: audio, sd, hd, uhd1, uhd2, uhd, video or all, "
                    + "joined by + if they share a key; default: one key for all",
                words: KeyGroup.words),
            CommandOption(
                "periods", "p", .value("NUMBER"),
                "Number of key periods for rotation; FILE must contain {period}; default: 1"),
            CommandOption(
                "output", "o", .value("FILE"),
                "New file, which only its owner can read; - for standard output, also if it is a terminal"),
        ]
    }
    static let examples = [
        "new --output keys.json", "new --labels audio,sd+hd,uhd --output keys.json",
        "new --periods 24 --output 'keys-{period}.json'",
    ]
    static let completion = ArgumentCompletion.words(["new"])

    private static let maximumPeriods = 10_000

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard arguments.words[0] == "new" else {
            throw UsageError.unknown("keys command", arguments.words[0], among: ["new"])
        }
        let groups = try groups(arguments.value("labels"))
        let periods = try periods(arguments.value("periods"))
        let output = arguments.value("output")
        guard let output, output != "-" else {
            guard output != nil || isatty(STDOUT_FILENO) == 0 else {
                throw UsageError(
                    "keys are not displayed on a terminal", notes: ["add --output FILE, or --output - to display them"])
            }
            guard periods == 1 else { throw UsageError("several periods require --output with {period}") }
            return try write(groups) { keys throws(ProtectionError) in
                Console.write(keys.withBytes { String(decoding: $0, as: UTF8.self) })
            }
        }
        guard periods == 1 || output.contains("{period}") else {
            throw UsageError("several periods require {period} in the name of the file, such as keys-{period}.json")
        }
        for period in 0..<periods {
            let path = output.replacing("{period}", with: "\(period)")
            let code = try write(groups) { keys throws(ProtectionError) in
                try createFolder(of: path)
                try SecretFile.create(path, keys)
            }
            guard code == .done else { return code }
        }
        return .done
    }

    /// Creates the folder of a new key file, which only its owner can open.
    private static func createFolder(of path: String) throws(ProtectionError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .keyFile("cannot create the folder '\(folder)': \(error.localizedDescription)")
        }
    }

    private static func write(
        _ groups: [KeyGroup], _ body: (SecretBytes) throws(ProtectionError) -> Void
    ) throws(UsageError) -> ExitCode {
        do throws(ProtectionError) {
            try body(try KeyFile.random(groups.map(\.labels)))
            return .done
        } catch {
            Console.error("sluice: error: \(error)\n")
            return .runFailed
        }
    }

    private static func groups(_ list: String?) throws(UsageError) -> [KeyGroup] {
        guard let list else { return [.all] }
        var groups: [KeyGroup] = []
        for text in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let group = KeyGroup(text) else {
                throw UsageError.unknown("track class", text, among: KeyGroup.words)
            }
            groups.append(group)
        }
        if let label = KeyGroup.repeated(in: groups) {
            throw UsageError("--labels contains '\(label.rawValue)' twice; a track has one key")
        }
        return groups
    }

    private static func periods(_ text: String?) throws(UsageError) -> Int {
        guard let text else { return 1 }
        guard let count = Int(text), (1...maximumPeriods).contains(count) else {
            throw UsageError("--periods requires a number from 1 to \(maximumPeriods)")
        }
        return count
    }
}
