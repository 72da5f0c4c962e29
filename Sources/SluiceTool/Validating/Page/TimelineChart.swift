import HLSRules

/// A chart of a playlist's segments over time: bit rates and durations.
struct TimelineChart {
    /// The dimensions, in SVG user units.
    private static let (width, durationHeight, margin) = (960.0, 40.0, 76.0)
    /// The maximum number of bars; in longer playlists several segments share one bar.
    private static let bars = 480

    /// One or more consecutive segments.
    private struct Bar {
        var start: Double
        var length = 0.0
        var samples: [SegmentSample] = []

        var rate: Double? { samples.compactMap(\.bitRate).max() }
        var longest: Double { samples.map(\.duration).max() ?? 0 }
    }

    private let playlist: PlaylistReport
    private let variant: VariantReport?
    /// The media sequence numbers of segments with errors.
    private let marked: [ClosedRange<Int>]
    private let bars: [Bar]
    private let length: Double
    private let highest: Double
    /// The height of the bit rate chart; 0 if no bit rates are known.
    private let rateHeight: Double

    init(_ playlist: PlaylistReport, variant: VariantReport?, marked: [ClosedRange<Int>]) {
        (self.playlist, self.variant, self.marked) = (playlist, variant, marked)
        let share = max(1, (playlist.segments.count + Self.bars - 1) / Self.bars)
        var (bars, time): ([Bar], Double) = ([], 0)
        for (index, sample) in playlist.segments.enumerated() {
            if index % share == 0 { bars.append(Bar(start: time)) }
            let duration = sample.duration.isFinite ? max(0, sample.duration) : 0
            bars[bars.count - 1].samples.append(sample)
            bars[bars.count - 1].length += duration
            time += duration
        }
        self.bars = bars
        length = max(time, 0.001)
        rateHeight = bars.contains { $0.rate != nil } ? 120 : 0
        highest = max(1, bars.compactMap(\.rate).max() ?? 0, Double(variant?.bandwidth ?? 0))
    }

    /// Draws the chart. Does nothing for a playlist without segments.
    func draw(into page: inout Markup) {
        guard !bars.isEmpty else { return }
        let height = rateHeight + Self.durationHeight + 52
        page.element(
            "svg",
            [
                "viewBox": "0 0 \(Self.number(Self.width + Self.margin + 8)) \(Self.number(height))", "role": "img",
                "aria-label": "Segments of \(playlist.name)",
            ]
        ) { page in
            axis(&page)
            for bar in bars { draw(bar, &page) }
            declared(&page)
        }
        page.newLine()
    }

    private func x(_ time: Double) -> Double { Self.margin + time / length * Self.width }
    private func y(rate: Double) -> Double { 8 + rateHeight * (1 - rate / highest) }
    private var durationBase: Double { 8 + rateHeight + 16 + Self.durationHeight }

    private func draw(_ bar: Bar, _ page: inout Markup) {
        let isMarked = bar.samples.contains { sample in marked.contains { $0.contains(sample.sequence) } }
        let isGap = bar.samples.contains(where: \.isGap)
        let style = isMarked ? "bad" : isGap ? "gap" : "bar"
        let width = max(0.4, bar.length / length * Self.width - (bars.count > 200 ? 0 : 1))
        func rectangle(_ top: Double, _ height: Double) {
            page.element(
                "rect",
                [
                    "class": style, "x": Self.number(x(bar.start)), "y": Self.number(top),
                    "width": Self.number(width), "height": Self.number(height),
                ]
            ) { $0.element("title", describe(bar)) }
        }
        if let rate = bar.rate { rectangle(y(rate: rate), max(0.5, y(rate: 0) - y(rate: rate))) }
        let target = Double(max(1, playlist.targetDuration ?? 1))
        let height = Self.durationHeight * min(bar.longest / target, 1.25) / 1.25
        rectangle(durationBase - height, max(0.5, height))
        if bar.samples.contains(where: \.isDiscontinuity) {
            line(&page, "cut", x(bar.start), 8, x(bar.start), durationBase)
        }
    }

    private func describe(_ bar: Bar) -> String {
        guard let first = bar.samples.first, let last = bar.samples.last else { return "" }
        let numbers =
            bar.samples.count == 1 ? "segment \(first.sequence)" : "segments \(first.sequence) to \(last.sequence)"
        let rate = bar.rate.map { ", \(Self.rate($0))" } ?? ""
        return "\(numbers) at \(Self.time(bar.start)): \(Self.number(bar.longest)) s\(rate)"
            + (bar.samples.contains(where: \.isGap) ? ", a gap" : "")
            + (bar.samples.contains(where: \.isDiscontinuity) ? ", discontinuity" : "")
    }

    private func axis(_ page: inout Markup) {
        if rateHeight > 0 {
            for share in [0, 0.5, 1] {
                label(&page, Self.margin - 6, y(rate: highest * share) + 4, "end", Self.rate(highest * share))
                line(
                    &page, "grid", Self.margin, y(rate: highest * share), Self.margin + Self.width,
                    y(rate: highest * share))
            }
        }
        let target = durationBase - Self.durationHeight / 1.25
        if let seconds = playlist.targetDuration {
            line(&page, "target", Self.margin, target, Self.margin + Self.width, target)
            label(&page, Self.margin - 6, target + 4, "end", "\(seconds) s")
        }
        for share in [0, 0.25, 0.5, 0.75, 1] {
            let anchor = share == 0 ? "start" : share == 1 ? "end" : "middle"
            label(&page, x(length * share), durationBase + 16, anchor, Self.time(length * share))
        }
    }

    private func declared(_ page: inout Markup) {
        guard rateHeight > 0 else { return }
        for (rate, style, name) in [
            (variant?.bandwidth, "peak", "BANDWIDTH"), (variant?.averageBandwidth, "average", "AVERAGE-BANDWIDTH"),
        ] {
            guard let rate, Double(rate) <= highest else { continue }
            line(&page, style, Self.margin, y(rate: Double(rate)), Self.margin + Self.width, y(rate: Double(rate)))
            label(&page, Self.margin + Self.width, y(rate: Double(rate)) + 11, "end", "\(name) with audio and text")
        }
    }

    private func line(
        _ page: inout Markup, _ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
    ) {
        page.element(
            "line",
            [
                "class": style, "x1": Self.number(x1), "y1": Self.number(y1), "x2": Self.number(x2),
                "y2": Self.number(y2),
            ], "")
    }

    private func label(_ page: inout Markup, _ x: Double, _ y: Double, _ anchor: String, _ words: String) {
        page.element("text", ["x": Self.number(x), "y": Self.number(y), "text-anchor": anchor], words)
    }

    /// Formats a coordinate with at most one decimal place; 0 if it is not finite or too large to draw.
    private static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "0" }
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int64(tenths))" : "\(tenths)"
    }

    private static func rate(_ value: Double) -> String {
        value >= 1e6 ? "\(number(value / 1e6)) Mbit/s" : "\(number(value / 1e3)) kbit/s"
    }

    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "?" }
        let whole = Int(seconds.rounded())
        let parts = [whole / 3600, whole / 60 % 60, whole % 60]
        let shown = parts[0] > 0 ? parts : Array(parts[1...])
        return shown.enumerated().map { $0.offset > 0 && $0.element < 10 ? "0\($0.element)" : "\($0.element)" }
            .joined(separator: ":")
    }
}
