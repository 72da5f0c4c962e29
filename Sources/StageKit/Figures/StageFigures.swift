import Synchronization

/// The figures that a stage contributes to the status of its run, to reports and to metrics.
///
/// A stage obtains a figure once, and updates it as often as it likes: updates are atomic, and readers never block
/// them. Obtaining takes a lock, so it does not belong into the path of media.
///
/// ```swift
/// let sent = context.figures.counter("sent", unit: .bytes, "Bytes that the store has accepted")
/// sent.add(resource.byteCount)
/// ```
///
/// A figure is identified by its name and labels. Label values come from the pipeline file or from a fixed set, never
/// from clients, paths or times: each combination is kept for the rest of the run. Beyond ``limit`` combinations, and
/// for a name that exists with another kind or unit, the result is a figure that is counted but not listed.
public final class StageFigures: Sendable {
    private struct Key: Hashable {
        var name: String
        var labels: [String: String]
    }

    private enum Cell: Sendable {
        case counter(FigureCounter)
        case gauge(FigureGauge)
        case histogram(FigureHistogram)
    }

    private struct Entry {
        var reading: FigureReading
        var cell: Cell
    }

    private struct State {
        var entries: [Entry] = []
        var indices: [Key: Int] = [:]
        /// The kind and the unit of each name.
        var forms: [String: (kind: FigureKind, unit: FigureUnit)] = [:]
        var refusedCount = 0
    }

    /// The maximum number of figures of a stage.
    public static let limit = 1000

    private let state = Mutex(State())

    /// Creates an empty collection.
    public init() {}

    /// Returns the counter of this name and these labels, zero if it is new.
    public func counter(
        _ name: String, unit: FigureUnit = .count, labels: [String: String] = [:], _ help: String
    ) -> FigureCounter {
        let cell = cell(name, .counter, unit, labels, help) { .counter(FigureCounter()) }
        if case .counter(let counter) = cell { return counter }
        return FigureCounter()
    }

    /// Returns the gauge of this name and these labels, zero if it is new.
    public func gauge(
        _ name: String, unit: FigureUnit = .count, labels: [String: String] = [:], _ help: String
    ) -> FigureGauge {
        let cell = cell(name, .gauge, unit, labels, help) { .gauge(FigureGauge()) }
        if case .gauge(let gauge) = cell { return gauge }
        return FigureGauge()
    }

    /// Returns the histogram of this name and these labels, empty if it is new.
    ///
    /// `bounds` are the inclusive upper bounds of the buckets; an existing histogram retains its bounds.
    public func histogram(
        _ name: String, unit: FigureUnit = .seconds, bounds: [Double] = FigureHistogram.latencyBounds,
        labels: [String: String] = [:], _ help: String
    ) -> FigureHistogram {
        let cell = cell(name, .histogram, unit, labels, help) { .histogram(FigureHistogram(bounds: bounds)) }
        if case .histogram(let histogram) = cell { return histogram }
        return FigureHistogram(bounds: bounds)
    }

    /// The units of measurements, as the last word of their names.
    private static let measurementUnits: Set<String> = ["seconds", "s", "ms", "bytes", "ratio", "ppm", "fps"]

    /// Sets a gauge whose name ends with its unit, such as `drift-ppm`, or names the counted items, such as
    /// `sent-files`.
    package func set(_ name: String, _ value: Double) {
        var (name, unit) = (name, FigureUnit.count)
        if let dash = name.lastIndex(of: "-") {
            let word = String(name[name.index(after: dash)...])
            if Self.measurementUnits.contains(word) {
                (name, unit) = (String(name[..<dash]), FigureUnit(rawValue: word))
            }
        }
        gauge(name, unit: unit, "Measurement of the stage").set(value)
    }

    /// Removes a figure whose labels are no longer in use.
    public func remove(_ name: String, labels: [String: String]) {
        state.withLock { state in
            guard let index = state.indices.removeValue(forKey: Key(name: name, labels: labels)) else { return }
            state.entries.remove(at: index)
            for (key, other) in state.indices where other > index { state.indices[key] = other - 1 }
        }
    }

    /// The current values in the order in which the figures were obtained.
    public var readings: [FigureReading] {
        state.withLock { $0.entries }.map { entry in
            var reading = entry.reading
            switch entry.cell {
            case .counter(let counter): reading.value = counter.value
            case .gauge(let gauge): reading.value = gauge.value
            case .histogram(let histogram):
                let values = histogram.reading
                (reading.histogram, reading.value) = (values, Double(values.count))
            }
            return reading
        }
    }

    /// The number of figures that are not listed: beyond the limit, or with a contradictory kind or unit.
    public var refusedCount: Int { state.withLock { $0.refusedCount } }

    private func cell(
        _ name: String, _ kind: FigureKind, _ unit: FigureUnit, _ labels: [String: String], _ help: String,
        _ make: () -> Cell
    ) -> Cell {
        let key = Key(name: name, labels: labels)
        return state.withLock { state in
            let form = state.forms[name] ?? (kind, unit)
            guard form == (kind, unit) else {
                state.refusedCount += 1
                return make()
            }
            if let index = state.indices[key] { return state.entries[index].cell }
            guard state.entries.count < Self.limit else {
                state.refusedCount += 1
                return make()
            }
            state.forms[name] = form
            state.indices[key] = state.entries.count
            let reading = FigureReading(name: name, kind: kind, unit: unit, labels: labels, help: help, value: 0)
            let entry = Entry(reading: reading, cell: make())
            state.entries.append(entry)
            return entry.cell
        }
    }
}
