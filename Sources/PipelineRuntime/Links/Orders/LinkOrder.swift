/// The order of the messages that a link delivers from its inputs.
enum LinkOrder: Sendable, Hashable {
    /// Arrival order.
    case arrival
    /// Order of media time. Only for links with several inputs.
    case mediaTime
}
