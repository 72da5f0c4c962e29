import StageKit

/// The families of figures that are not in the table, such as the figures of plugins. Their names begin with
/// `sluice_stage_`.
struct MetricFamilies {
    private(set) var families: [MetricFamily] = []
    private var indices: [String: Int] = [:]
    /// The maximum number of families.
    private static let limit = 500
    private static let units: Set<FigureUnit> = [.count, .seconds, .timestamp, .bytes, .bitsPerSecond, .ratio]

    /// Adds a figure. Ignores figures without a base unit, and those whose name has another kind in another stage.
    mutating func add(_ figure: FigureReading, _ labels: [MetricLabel]) {
        guard Self.units.contains(figure.unit) else { return }
        let family = MetricFamily(figure, prefix: "sluice_stage_")
        if let index = indices[family.name] {
            if families[index].kind == family.kind { families[index].add(labels, figure.value, figure.histogram) }
            return
        }
        guard families.count < Self.limit else { return }
        indices[family.name] = families.count
        families.append(family)
        families[families.count - 1].add(labels, figure.value, figure.histogram)
    }
}
