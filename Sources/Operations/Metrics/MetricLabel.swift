/// A label of a metric. Values come from pipeline files or from a fixed set, never from clients.
struct MetricLabel: Sendable, Hashable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
