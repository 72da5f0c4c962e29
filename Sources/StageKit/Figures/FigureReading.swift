/// The value of one figure at one moment.
public struct FigureReading: Sendable, Hashable, Codable {
    /// Lower-case words joined by hyphens, without the unit.
    public var name: String
    public var kind: FigureKind
    public var unit: FigureUnit
    /// The labels that distinguish figures of this name.
    public var labels: [String: String]
    /// The description, as a noun phrase.
    public var help: String
    /// The value; for a histogram, the number of observed values.
    public var value: Double
    /// The distribution; nil except for histograms.
    public var histogram: FigureHistogram.Reading?

    /// Creates a value without a distribution, of a figure that belongs to no stage.
    package init(
        name: String, kind: FigureKind, unit: FigureUnit, labels: [String: String], help: String, value: Double
    ) {
        (self.name, self.kind, self.unit, self.labels, self.help) = (name, kind, unit, labels, help)
        self.value = value
    }

    /// The name followed by the unit, such as `drift-ppm`.
    public var nameWithUnit: String { unit == .count ? name : "\(name)-\(unit.rawValue)" }
}
