import Media
package import StageKit

extension DASHManifest: WarningStage {
    package func warnings(in place: StagePosition) -> [StageWarning] {
        place.nearest { ($0.stage as? HLSPlaylist)?.options.type }.compactMap { playlists, type in
            if let own = options.type, own != type {
                return error(
                    "'type' is \(own.rawValue), but '\(playlists.name)' (\(playlists.kind)) has the type \(type.rawValue)",
                    "type", ["remove 'type': the MPD has the type of the playlists"])
            }
            guard options.latency != nil, type == .vod else { return nil }
            return error(
                "'latency' is for live presentations, but '\(playlists.name)' (\(playlists.kind)) has the type vod",
                "latency", ["remove 'latency', or set type: live in '\(playlists.name)'"])
        }
    }

    private func error(_ message: String, _ option: String, _ notes: [String]) -> StageWarning {
        var error = StageWarning(code: "type-mismatch", message: message, option: option, notes: notes)
        error.severity = .error
        return error
    }
}
