import HLS

/// R96: a variant exists for slow networks, and the first variant suits typical networks.
package struct BitRateLadderIsComplete: PlaylistRule {
    package static let facts = RuleFacts(
        "R96", "Variants have several bit rates, one at or below 192 kbit/s; the first variant is near 2000 kbit/s",
        .appleShould, clause: "Apple 1.32, 9.9, 9.20, 9.21", kinds: [.text],
        consequence: "players stall on slow networks or start at low quality")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let variants = playlist.variants.filter(\.attributes.hasVideo)
        let rates = variants.compactMap { $0.attributes.integer("BANDWIDTH") }
        guard let first = variants.first, let lowest = rates.min() else { return }
        if Set(rates).count < 2 {
            findings.add(playlist.place(first.line), expected: "several bit rates", found: "one")
        }
        let everything = playlist.variants.compactMap { $0.attributes.integer("BANDWIDTH") }
        if everything.allSatisfy({ $0 > 192_000 }) {
            findings.add(
                playlist.place(first.line), expected: "a variant of at most 192000 bit/s",
                found: "at least \(lowest) bit/s")
        }
        guard let rate = first.attributes.integer("AVERAGE-BANDWIDTH") ?? first.attributes.integer("BANDWIDTH") else {
            return
        }
        let nearest = rates.min { Self.distance($0) < Self.distance($1) } ?? rate
        guard Self.distance(rate) > 2, Self.distance(nearest) < Self.distance(rate) / 1.5 else { return }
        findings.add(
            playlist.place(first.line), expected: "the variant with \(nearest) bit/s first", found: "\(rate) bit/s")
    }

    /// The ratio between a bit rate and 2000 kbit/s, at least 1.
    private static func distance(_ rate: Int) -> Double {
        let ratio = max(Double(rate), 1) / 2_000_000
        return max(ratio, 1 / ratio)
    }
}
