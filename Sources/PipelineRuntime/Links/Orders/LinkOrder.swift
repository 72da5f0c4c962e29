/// The order in which a link delivers the messages of its inputs.
enum LinkOrder: Sendable, Hashable {
    /// Arrival order.
    case arrival
    /// Order of media time. Only for links with several inputs.
    case mediaTime
}
