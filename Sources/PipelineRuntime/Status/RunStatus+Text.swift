extension RunStatus: CustomStringConvertible {
    /// The status as text for users: problems first, then a table of stages and a table of links.
    public var description: String {
        var lines = [heading]
        if let failure { lines.append("error: \(failure.stage) (\(failure.kind)): \(failure.message)") }
        for problem in problems { lines.append("\(problem.severity): \(problem.stage): \(problem.message)") }
        if unlistedProblems > 0 { lines.append("and \(unlistedProblems) more problems") }
        for stage in stuckStages { lines.append("error: \(stage): did not end within the grace period") }
        lines += table(
            ["stage", "kind", "in", "out", "dropped", "queued", "bytes", "busy"],
            stages.map { stage in
                let counts = [stage.received, stage.sent, stage.dropped, stage.queued].map(String.init)
                let busy = stage.busySeconds.map { decimal($0, places: 3) + " s" } ?? "-"
                return [stage.name, stage.kind] + counts + [size(stage.bytes), busy]
            })
        for stage in stages {
            for input in stage.missingInputs ?? [] { lines.append("\(stage.name): no track from \(input)") }
            for track in stage.lostTracks ?? [] { lines.append("\(stage.name): no \(track)") }
        }
        for stage in stages {
            guard let measures = stage.measures else { continue }
            let figures = measures.sorted { $0.key < $1.key }.map { "\($0.key) \(decimal($0.value, places: 3))" }
            lines.append("\(stage.name): \(figures.joined(separator: ", "))")
        }
        lines += table(
            ["link", "max. messages", "max. bytes", "max. media", "when full"],
            links.map { link in
                let name = link.from == link.to ? "into \(link.to)" : "\(link.from) -> \(link.to)"
                return [
                    name,
                    filled(link.highWater.messages, link.limits.messages, link.largestBatch.messages) { "\($0)" },
                    filled(link.highWater.bytes, link.limits.bytes, link.largestBatch.bytes, size),
                    filled(link.highWater.seconds, link.limits.seconds, link.largestBatch.seconds) {
                        decimal($0, places: 1) + " s"
                    },
                    link.whenFull,
                ]
            })
        return lines.joined(separator: "\n")
    }

    /// Formats an amount with its limit. If the amount exceeds the limit, the excess is shown as the largest batch.
    private func filled<Amount: Comparable & AdditiveArithmetic>(
        _ most: Amount, _ limit: Amount, _ batch: Amount, _ text: (Amount) -> String
    ) -> String {
        let (shown, shownLimit) = (text(most), text(limit))
        guard most > limit, shown != shownLimit else { return "\(shown) of \(shownLimit)" }
        return "\(shown) of \(shownLimit) + a batch of \(text(max(batch, most - limit)))"
    }

    private var heading: String {
        let wall = decimal(wallSeconds, places: 2)
        let processor = decimal(processorSeconds, places: 2)
        let media = sources.compactMap(\.position).max().map { ", \(decimal($0, places: 1)) s of media" } ?? ""
        let changed = reloads == 0 ? "" : ", \(reloads) reload\(reloads == 1 ? "" : "s")"
        return "\(pipeline): \(phase.rawValue)\(media) in \(wall) s (processor \(processor) s)\(changed)"
    }

    /// Formats a table; columns that contain numbers are right-aligned.
    private func table(_ head: [String], _ rows: [[String]]) -> [String] {
        if rows.isEmpty { return [] }
        let all = [head] + rows
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return Int(row[column].first?.isNumber ?? false ? 1 : 0) == 1
                    ? space + row[column] : row[column] + space
            }.joined(separator: "  ").trimmedEnd
        }
    }

    private func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<(1 << 10): "\(bytes) B"
        case ..<(1 << 20): decimal(Double(bytes) / 0x1p10, places: 1) + " KiB"
        case ..<(1 << 30): decimal(Double(bytes) / 0x1p20, places: 1) + " MiB"
        default: decimal(Double(bytes) / 0x1p30, places: 1) + " GiB"
        }
    }
}

/// Formats a number with a fixed number of decimal places.
private func decimal(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    guard let ticks = Int64(exactly: (value * scale).rounded()) else { return "-" }
    let digits = String(ticks.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (ticks < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
