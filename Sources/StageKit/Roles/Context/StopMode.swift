/// The effect of the end of a run on its live and event playlists and its live manifests.
package enum StopMode: Sendable, Hashable {
    /// They end, unless an option leaves them open.
    case finish
    /// They stay open for a later run, unless an option ends them.
    case leaveOpen
    /// They end, whatever the options are.
    case end
    /// They stay open for a later run, whatever the options are.
    case keepOpen

    /// Whether they end. `option` is the option of their stage; nil if it is not set.
    package func endsOutput(_ option: Bool?) -> Bool {
        switch self {
        case .finish: option ?? true
        case .leaveOpen: option ?? false
        case .end: true
        case .keepOpen: false
        }
    }
}
