import HTTPStages
package import PipelineRuntime
import StageKit

/// The results of a pipeline that can be played: playlists and movies in folders, and URLs.
package struct RunOutputs: Sendable, Hashable {
    /// The files, each with the folder of its sink.
    package var files: [String] = []
    /// The URLs of presentations that are served while the pipeline runs.
    package var served: [String] = []
    /// The URLs of presentations that are uploaded, with secrets masked.
    package var uploaded: [String] = []

    /// The encryption of outputs by path or URL.
    private var encryptions: [String: Encryption] = [:]

    /// The data for decrypting the presentation of an output.
    private struct Encryption: Hashable {
        /// The folder of the presentation; nil for URLs.
        var folder: String?
        /// The key file; nil for several files and for other sources of keys.
        var keyFile: String?
    }

    /// Creates an empty list.
    package init() {}

    /// Finds the outputs of the sinks of a plan.
    package init(_ plan: PipelinePlan) {
        for stage in plan.stages {
            let options = stage.optionTexts
            switch stage.description.kind {
            case "file.folder":
                let file = Self.path(options["path"], Self.index(above: stage, in: plan))
                files.append(file)
                encryptions[file] = Self.encryption(above: stage, in: plan, folder: options["path"] ?? ".")
            case "file.movie": files += options["path"].map { [$0] } ?? []
            case "http.push":
                let url = Self.path(options["url"], Self.index(above: stage, in: plan))
                uploaded.append(url)
                encryptions[url] = Self.encryption(above: stage, in: plan, folder: nil)
            case "http.origin": served.append(Self.address(options, plan.name))
            default: break
            }
        }
    }

    /// All outputs, files first.
    package var all: [String] { files + uploaded + served }

    /// How to play the first output; nil if there is none.
    package var hint: String? {
        if let output = files.first ?? uploaded.first {
            guard let encryption = encryptions[output] else { return "play it: ffplay \(Self.quoted(output))" }
            return Self.hint(output, encryption)
        }
        return served.first.map { "play it while it runs: \($0)" }
    }

    /// How to play an encrypted output. Players need the keys, which messages do not contain.
    private static func hint(_ output: String, _ encryption: Encryption) -> String {
        guard let folder = encryption.folder.map({ String($0.dropLast($0.hasSuffix("/") ? 1 : 0)) }), !folder.isEmpty
        else { return "play it with a player that has access to its keys: \(Self.quoted(output))" }
        let clear = folder + "-clear"
        let playlist = output.dropFirst(folder.count)
        return "play it: sluice decrypt \(quoted(folder)) \(quoted(clear)) --key-file "
            + "\(encryption.keyFile.map(quoted) ?? "FILE") && ffplay \(quoted(clear + playlist))"
    }

    /// Returns the encryption of the presentation that a sink receives; nil without one.
    private static func encryption(above sink: PlannedStage, in plan: PipelinePlan, folder: String?) -> Encryption? {
        let stages = stages(above: sink, in: plan)
        guard let stage = stages.first(where: { $0.description.kind == "fmp4.encrypt" }) else { return nil }
        let keys = stage.options.first { $0.key == "keys" }?.value.content
        guard case .mapping(let entries) = keys, let file = entries.first(where: { $0.key == "file" })?.value.text,
            !file.contains("{period}")
        else { return Encryption(folder: folder) }
        return Encryption(folder: folder, keyFile: file)
    }

    private static func address(_ options: [String: String], _ pipeline: String) -> String {
        let scheme = options["tls"] == "true" ? "https" : "http"
        return
            "\(scheme)://\(options["listen"] ?? "127.0.0.1:8080")/\(ServeOrigin.pathSegment(options["name"] ?? pipeline))/"
    }

    /// Returns the name of the multivariant playlist or the manifest that a sink receives.
    private static func index(above sink: PlannedStage, in plan: PipelinePlan) -> String {
        var manifest: String?
        for stage in stages(above: sink, in: plan) {
            if stage.description.kind == "hls.playlist" { return stage.optionTexts["multivariant"] ?? "index.m3u8" }
            if stage.description.kind == "dash.manifest" { manifest = stage.optionTexts["name"] ?? "index.mpd" }
        }
        return manifest ?? ""
    }

    /// Returns the stages that a sink receives data from, each once, nearest first.
    private static func stages(above sink: PlannedStage, in plan: PipelinePlan) -> [PlannedStage] {
        var (pending, known, found) = (sink.inputs, Set<String>(), [PlannedStage]())
        while let name = pending.popLast() {
            guard known.insert(name).inserted, let stage = plan.stages.first(where: { $0.name == name }) else {
                continue
            }
            found.append(stage)
            pending += stage.inputs
        }
        return found
    }

    private static func path(_ folder: String?, _ name: String) -> String {
        let folder = folder ?? "."
        return folder.hasSuffix("/") || name.isEmpty ? folder + name : "\(folder)/\(name)"
    }

    /// Returns a word for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || "/._-:=,@%+".utf8.contains(byte)
        }
        return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
