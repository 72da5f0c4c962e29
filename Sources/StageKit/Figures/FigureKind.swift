/// The kind of a figure, which determines its type in metrics.
public enum FigureKind: String, Sendable, Hashable, Codable {
    /// A total that only increases during a run.
    case counter
    /// A value that increases and decreases.
    case gauge
    /// A distribution of observed values.
    case histogram
}
