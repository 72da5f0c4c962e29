import HLS
import Media
import StageKit

/// The figures of a rendition that only the playlist writer knows.
struct RenditionFigures: Sendable {
    private let target: FigureGauge
    private let listed: FigureGauge
    private let sequence: FigureGauge
    private let discontinuities: FigureCounter
    private let gaps: FigureCounter
    private let declared: FigureGauge
    private let peak: FigureGauge
    private let average: FigureGauge
    /// The number of the next segment whose discontinuity and gap are counted; nil before the first update.
    private var next: Int?

    init(_ figures: StageFigures, of rendition: String) {
        let labels = ["rendition": rendition]
        func gauge(_ name: String, _ unit: FigureUnit, _ help: String) -> FigureGauge {
            figures.gauge(name, unit: unit, labels: labels, help)
        }
        target = gauge(FigureName.targetDuration, .seconds, "Target duration of the media playlist")
        listed = gauge(FigureName.listedDuration, .seconds, "Duration of the listed segments")
        sequence = gauge(FigureName.mediaSequence, .count, "Media sequence number of the media playlist")
        discontinuities = figures.counter(
            FigureName.discontinuities, labels: labels, "Discontinuities of the media playlist")
        gaps = figures.counter(FigureName.gaps, labels: labels, "Segments listed as gaps")
        declared = gauge(FigureName.declaredBandwidth, .bitsPerSecond, "Declared peak bandwidth")
        peak = gauge(FigureName.peakBandwidth, .bitsPerSecond, "Measured peak bandwidth")
        average = gauge(FigureName.averageBandwidth, .bitsPerSecond, "Measured average bandwidth")
    }

    /// Sets the figures after a segment has been listed. The bandwidths of a VOD are known at its end.
    mutating func update(_ window: PlaylistWindow, target: TargetDuration, measured: Bandwidth?, declared: Bandwidth?) {
        self.target.set(target.time.seconds)
        listed.set(window.duration.seconds)
        sequence.set(window.numbers.media)
        count(window)
        let measured = measured ?? RenditionMeasurement.bandwidth(of: window.segments, target: target).main
        peak.set(measured.peak)
        average.set(measured.average)
        if let declared { self.declared.set(declared.peak) }
    }

    private mutating func count(_ window: PlaylistWindow) {
        let first = window.numbers.media
        if next == nil { discontinuities.raise(to: window.numbers.discontinuity) }
        for segment in window.segments.dropFirst(max(0, (next ?? first) - first)) {
            if segment.entry.isDiscontinuity { discontinuities.add() }
            if segment.entry.isGap { gaps.add() }
        }
        next = window.nextMediaSequence
    }
}
