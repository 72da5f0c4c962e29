import AssetDownloading
import HLS
import Media

/// Variants, renditions and the selected variant as a text table.
struct VariantsTable {
    let text: String

    init(
        _ presentation: AssetPresentation, _ choice: VariantChoice?, _ qualifiers: [AssetVariantQualifier]
    ) {
        var lines = Self.table(presentation.variants)
        lines += Self.renditions(presentation.playlist)
        if let choice { lines += [""] + Self.reason(choice, presentation.variants, qualifiers) }
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func table(_ variants: [AssetVariant]) -> [String] {
        guard !variants.isEmpty else { return ["no variants"] }
        let head = ["#", "peak", "average", "size", "fps", "range", "codecs", "badges", "playlist"]
        let rows = variants.enumerated().map { index, variant in row(index + 1, variant) }
        // Empty columns are omitted.
        let columns = head.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let cells = ([head] + rows).map { row in columns.map { row[$0] } }
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            let padded = row.indices.map { row[$0] + String(repeating: " ", count: widths[$0] - row[$0].count) }
            let line = padded.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func row(_ number: Int, _ variant: AssetVariant) -> [String] {
        let declaration = variant.declaration
        return [
            String(number), bitRate(declaration.bandwidth), declaration.averageBandwidth.map(bitRate) ?? "",
            declaration.resolution?.description ?? "", declaration.frameRate?.description ?? "",
            declaration.videoRange?.rawValue ?? "", declaration.codecs.joined(separator: ","),
            variant.badges.map(\.rawValue).joined(separator: ", "), declaration.uri,
        ]
    }

    /// Formats a bit rate: `14.52 Mbit/s`, or kbit/s below 1 Mbit/s.
    private static func bitRate(_ bits: Int) -> String {
        let rate = MediaTime(value: Int64(bits), timescale: 1_000_000)
        guard bits >= 1_000_000 else {
            return MediaTime(value: Int64(bits), timescale: 1000).decimal(places: 0) + " kbit/s"
        }
        return rate.decimal(places: 2) + " Mbit/s"
    }

    private static func renditions(_ playlist: MultivariantPlaylist) -> [String] {
        var lines: [String] = []
        var groups: [(kind: AlternativeRendition.Kind, id: String)] = []
        for rendition in playlist.renditions
        where !groups.contains(where: { $0.kind == rendition.kind && $0.id == rendition.groupID }) {
            groups.append((rendition.kind, rendition.groupID))
        }
        for group in groups {
            let users = playlist.variants.indices.filter { index in
                playlist.renditions.contains {
                    $0.kind == group.kind && $0.groupID == group.id && playlist.variants[index].offers($0)
                }
            }
            let kind = MediaSelectionOption.Kind(group.kind).rawValue
            let numbers = users.map { String($0 + 1) }.joined(separator: ", ")
            lines += ["", "\(kind) '\(group.id)', \(users.isEmpty ? "of no variant" : "of \(numbers)")"]
            for rendition in playlist.renditions where rendition.kind == group.kind && rendition.groupID == group.id {
                lines.append("  " + facts(rendition))
            }
        }
        return lines
    }

    private static func facts(_ rendition: AlternativeRendition) -> String {
        var facts = ["'\(rendition.name)'"]
        if let language = rendition.language { facts.append(language) }
        if let channels = rendition.channelDescription {
            facts.append("\(channels.count) channels")
            facts += channels.codings + channels.uses.map { $0.lowercased() }
        }
        if let rate = rendition.sampleRate { facts.append("\(rate) Hz") }
        if let depth = rendition.bitDepth { facts.append("\(depth) bit") }
        if rendition.isDefault { facts.append("default") }
        if rendition.isForced { facts.append("forced") }
        facts += rendition.characteristics
        facts.append(rendition.uri ?? rendition.instreamID ?? "in the variant")
        return facts.joined(separator: ", ")
    }

    private static func reason(
        _ choice: VariantChoice, _ variants: [AssetVariant], _ qualifiers: [AssetVariantQualifier]
    ) -> [String] {
        let number = (variants.firstIndex(of: choice.variant) ?? 0) + 1
        let rule =
            choice.candidates.count == 1
            ? "the only match"
            : choice.candidates.allSatisfy { $0.score != nil } ? "the highest score" : "the highest peak"
        let head = "chosen: \(number), \(choice.variant.declaration.uri)"
        guard let index = choice.qualifier else {
            let why = qualifiers.isEmpty ? "no preference" : "no variant matches a preference"
            return [head, "  \(why): \(rule == "the only match" ? "the only variant" : "\(rule) of all")"]
        }
        let met = "matches '\(qualifiers[index])'"
        let which = qualifiers.count == 1 ? met : "\(met), preference \(index + 1) of \(qualifiers.count)"
        return [
            head, "  \(which); " + (rule == "the only match" ? rule : "of \(choice.candidates.count) matches, \(rule)"),
        ]
    }
}
