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

    /// Creates an empty list.
    package init() {}

    /// Finds the outputs of the sinks of a plan.
    package init(_ plan: PipelinePlan) {
        for stage in plan.stages {
            let options = stage.optionTexts
            switch stage.description.kind {
            case "file.folder": files.append(Self.path(options["path"], Self.index(above: stage, in: plan)))
            case "file.movie": files += options["path"].map { [$0] } ?? []
            case "http.push": uploaded.append(Self.path(options["url"], Self.index(above: stage, in: plan)))
            case "http.origin": served.append(Self.address(options))
            default: break
            }
        }
    }

    /// All outputs, files first.
    package var all: [String] { files + uploaded + served }

    /// How to play the first output; nil if there is none.
    package var hint: String? {
        if let file = files.first { return "play it: ffplay \(Self.quoted(file))" }
        if let url = uploaded.first { return "play it: ffplay \(Self.quoted(url))" }
        return served.first.map { "play it while it runs: \($0)" }
    }

    private static func address(_ options: [String: String]) -> String {
        let scheme = options["tls"] == "true" ? "https" : "http"
        return "\(scheme)://\(options["listen"] ?? "127.0.0.1:8080")/\(options["name"] ?? "live")/"
    }

    /// Returns the name of the multivariant playlist or the manifest that a sink receives.
    private static func index(above sink: PlannedStage, in plan: PipelinePlan) -> String {
        var pending = sink.inputs
        var known: Set<String> = []
        var manifest: String?
        while let name = pending.popLast() {
            guard known.insert(name).inserted, let stage = plan.stages.first(where: { $0.name == name }) else {
                continue
            }
            if stage.description.kind == "hls.playlist" { return stage.optionTexts["multivariant"] ?? "index.m3u8" }
            if stage.description.kind == "dash.manifest" { manifest = stage.optionTexts["name"] ?? "index.mpd" }
            pending += stage.inputs
        }
        return manifest ?? ""
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
