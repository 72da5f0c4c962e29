import Media

/// Computes the progress of a download. A value without a clock: the time is a parameter.
package struct ProgressMeter: Sendable, Hashable {
    /// The figures of one rendition.
    private struct Rendition: Hashable {
        /// The size and duration of finished items with a known duration.
        var timedBytes = 0
        var timedSeconds = 0.0
        var pendingSeconds = 0.0
        var pendingEstimate = 0
        var pendingExact = 0
    }

    private var renditions: [Rendition] = []
    /// The received bytes of active items.
    private var active: [LocalPlace: Int] = [:]
    private var doneCount = 0
    private var itemCount = 0
    private var doneBytes = 0
    private var activeBytes = 0
    /// Bytes received over the network.
    package private(set) var fetchedBytes = 0
    private var fraction = 0.0
    private var rate: Double?
    private var lastTime: Double?
    private var lastBytes = 0

    package init() {}

    /// The interval between two rate measurements, in seconds.
    private static let interval = 0.5

    /// Adds planned items.
    package mutating func plan(_ items: [PlannedItem]) {
        for item in items {
            itemCount += 1
            while renditions.count <= item.rendition { renditions.append(Rendition()) }
            change(item, by: 1)
        }
    }

    private mutating func change(_ item: PlannedItem, by sign: Int) {
        if item.range != nil {
            renditions[item.rendition].pendingExact += sign * item.expectedSize
        } else {
            renditions[item.rendition].pendingSeconds += Double(sign) * Self.seconds(item)
            renditions[item.rendition].pendingEstimate += sign * item.expectedSize
        }
    }

    /// Updates the number of received bytes of an item.
    package mutating func receive(_ item: PlannedItem, count: Int) {
        let before = active[item.place] ?? 0
        active[item.place] = count
        activeBytes += count - before
        fetchedBytes += max(0, count - before)
    }

    /// Records a finished item.
    package mutating func finish(_ item: PlannedItem, count: Int) {
        activeBytes -= active.removeValue(forKey: item.place) ?? 0
        change(item, by: -1)
        doneCount += 1
        doneBytes += count
        guard item.range == nil, Self.seconds(item) > 0 else { return }
        renditions[item.rendition].timedBytes += count
        renditions[item.rendition].timedSeconds += Self.seconds(item)
    }

    /// Returns the progress at a time in seconds on a monotonic clock.
    package mutating func progress(at time: Double) -> AssetDownloadProgress {
        let completed = doneBytes + activeBytes
        let expected = max(completed, doneBytes + pendingBytes)
        if expected > 0 { fraction = max(fraction, Double(completed) / Double(expected)) }
        if itemCount > 0, doneCount == itemCount { fraction = 1 }
        measure(time)
        let left = rate.flatMap { $0 > 0 ? Double(expected - completed) / $0 : nil }
        return AssetDownloadProgress(
            fractionCompleted: min(fraction, 1), completedBytes: completed, expectedBytes: expected,
            fetchedBytes: fetchedBytes, completedFiles: doneCount, plannedFiles: itemCount, bytesPerSecond: rate,
            secondsLeft: left)
    }

    private mutating func measure(_ time: Double) {
        guard let lastTime else {
            (self.lastTime, lastBytes) = (time, fetchedBytes)
            return
        }
        guard time - lastTime >= Self.interval else { return }
        let now = Double(fetchedBytes - lastBytes) / (time - lastTime)
        rate = rate.map { $0 * 0.7 + now * 0.3 } ?? now
        (self.lastTime, lastBytes) = (time, fetchedBytes)
    }

    /// The estimated remaining size: received items predict a rendition's bit rate better than its playlist.
    private var pendingBytes: Int {
        renditions.reduce(0) { sum, rendition in
            let timed =
                rendition.timedSeconds > 0
                ? Int(min(rendition.pendingSeconds * Double(rendition.timedBytes) / rendition.timedSeconds, 1e18))
                : rendition.pendingEstimate
            return sum + rendition.pendingExact + timed
        }
    }

    private static func seconds(_ item: PlannedItem) -> Double {
        item.duration.isIndefinite ? 0 : min(max(item.duration.seconds, 0), 86_400)
    }
}
