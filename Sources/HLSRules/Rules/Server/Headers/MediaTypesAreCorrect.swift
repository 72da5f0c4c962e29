/// R104: responses have the correct media type.
package struct MediaTypesAreCorrect: ServerRule {
    package static let facts = RuleFacts(
        "R104", "Content-Type is the media type of the playlist or media format", .shouldAppleMust,
        clause: "RFC 8216bis 4; Apple 10.4", kinds: [.server],
        consequence: "browsers reject responses of other types; Apple's mediastreamvalidator reports an error")

    package init() {}

    package mutating func process(_ exchange: ServerExchange, _ findings: inout RuleFindings) {
        guard (200..<300).contains(exchange.status), let allowed = Self.allowed(exchange) else { return }
        let contentType = exchange[field: "content-type"]
        let type = contentType.map { $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " } }
        guard let type, allowed.contains(type) else {
            return findings.add(
                FindingPlace(exchange.name), expected: allowed.joined(separator: " or "),
                found: contentType ?? "no Content-Type")
        }
    }

    private static func allowed(_ exchange: ServerExchange) -> [String]? {
        if exchange.subject.isPlaylist { return ["application/vnd.apple.mpegurl", "audio/mpegurl"] }
        let path = exchange.url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        return switch path[path.index(after: dot)...].lowercased() {
        case "mp4", "m4v", "m4a", "m4s", "cmfv", "cmfa", "cmft", "cmfi":
            ["video/mp4", "audio/mp4", "application/mp4", "video/iso.segment", "audio/iso.segment"]
        case "ts": ["video/mp2t"]
        case "aac": ["audio/aac", "audio/x-aac"]
        case "ac3": ["audio/ac3"]
        case "ec3": ["audio/eac3"]
        case "mp3": ["audio/mpeg"]
        case "vtt", "webvtt": ["text/vtt"]
        default: nil
        }
    }
}
