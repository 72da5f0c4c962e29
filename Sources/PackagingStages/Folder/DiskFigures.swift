import StageKit

/// The figures of an output folder.
struct DiskFigures: Sendable {
    private let free: FigureGauge
    /// Nil without a journal, which is known at the first update.
    private let used: @Sendable () -> FigureGauge

    init(_ figures: StageFigures, folder: String, quota: Int?) {
        let labels = ["folder": folder]
        free = figures.gauge(FigureName.diskFree, unit: .bytes, labels: labels, "Free space of the file system")
        used = {
            figures.gauge(
                FigureName.diskUsed, unit: .bytes, labels: labels, "Size of the files of the presentation")
        }
        if let quota {
            figures.gauge(FigureName.diskQuota, unit: .bytes, labels: labels, "Quota of the presentation").set(quota)
        }
    }

    /// Sets the free space, and the size of the files, which is nil without a journal.
    func update(free bytes: Int, used: Int?) {
        // The size of a file system that reports none.
        if bytes != .max { free.set(bytes) }
        if let used { self.used().set(used) }
    }
}
