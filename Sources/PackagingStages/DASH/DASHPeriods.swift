import DASH
import Media

/// Divides renditions into periods: one for each key period, since players read the keys of a period from one
/// initialization segment, or one after each discontinuity of clear media, at which tracks appear, end or change.
struct DASHPeriods {
    private let renditions: [DASHRendition]
    private let start: MediaTime
    private let isLive: Bool
    private let isStatic: Bool
    private let hasEnded: Bool
    /// The discontinuities of clear media.
    private let discontinuities: DASHDiscontinuities
    /// The largest difference between a discontinuity and the first segment after it in another rendition.
    static let tolerance = MediaTime.milliseconds(250)
    /// Whether players request segments while they are made.
    var isLowLatency = false

    init(
        _ renditions: [DASHRendition], start: MediaTime, isLive: Bool, isStatic: Bool, ended: Bool,
        discontinuities: DASHDiscontinuities = DASHDiscontinuities()
    ) {
        self.discontinuities = discontinuities
        (self.renditions, self.start, self.isLive) = (renditions, start, isLive)
        (self.isStatic, hasEnded) = (isStatic, ended)
    }

    /// The rendition whose key periods begin periods: video, since players discard what precedes the start of a period,
    /// and cannot decode video without its sync sample.
    private var leader: DASHRendition? {
        let protected = renditions.filter { $0.protection != nil && !$0.rendition.isTrickPlay }
        return protected.first { $0.rendition.mediaType == .video } ?? protected.first
    }

    var periods: [PresentationPeriod] {
        guard let leader else { return clearPeriods }
        let keyPeriods = leader.keyPeriods
        var periods: [(period: PresentationPeriod, isComplete: Bool)] = []
        for (position, keyPeriod) in keyPeriods.enumerated() {
            let end = position + 1 < keyPeriods.count ? keyPeriods[position + 1].start : nil
            let begin = keyPeriod.start ?? start
            // Clear segments before the first period belong to it.
            let parts = renditions.compactMap {
                $0.part(ofKeyPeriod: keyPeriod.index, from: position == 0 ? nil : keyPeriod.start, to: end)
            }
            let period = PresentationPeriod(
                id: String(keyPeriod.index + 1), start: isStatic ? begin - start : begin,
                adaptationSets: adaptationSets(of: parts, start: begin))
            periods.append((period, parts.count == renditions.count))
        }
        // Adaptation sets must not appear in or disappear from a period while it is played.
        while periods.count > 1, !hasEnded, periods.last?.isComplete == false { periods.removeLast() }
        while periods.count > 1, !isStatic, periods.first?.isComplete == false { periods.removeFirst() }
        return periods.map(\.period)
    }

    private var clearPeriods: [PresentationPeriod] {
        var periods: [(period: PresentationPeriod, parts: [DASHRendition])] = []
        for (index, begin, end) in discontinuities.periods {
            let parts = renditions.compactMap { $0.part(from: begin, to: end) }
            if parts.isEmpty { continue }
            let time = begin ?? start
            let period = PresentationPeriod(
                id: String(index + 1), start: isStatic ? time - start : begin ?? .zero,
                adaptationSets: adaptationSets(of: parts, start: time))
            periods.append((period, parts))
        }
        if !hasEnded, periods.count > 1, let last = periods.last, !isComplete(last.parts) { periods.removeLast() }
        return periods.map(\.period)
    }

    /// Whether the newest period contains all its renditions: a rendition without segments is absent once another one
    /// has two.
    private func isComplete(_ parts: [DASHRendition]) -> Bool {
        parts.count == renditions.count || parts.contains { $0.entries.count > 1 }
    }

    private func adaptationSets(of renditions: [DASHRendition], start: MediaTime) -> [AdaptationSet] {
        var adaptation = DASHAdaptation(renditions, start: start, isLive: isLive)
        adaptation.isLowLatency = isLowLatency
        return adaptation.sets
    }
}
