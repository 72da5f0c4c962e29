/// Which of the passes over a track an encoder makes.
enum EncodingPass: Sendable, Hashable {
    /// There is one.
    case only
    /// Measures the pictures and leaves what it finds in a file of this name.
    case first(record: String)
    /// Spends the bits as the file of this name suggests.
    case last(record: String)

    /// The file between the passes.
    var record: String? {
        switch self {
        case .only: nil
        case .first(let record), .last(let record): record
        }
    }

    /// x264enc's name for it.
    var property: String? {
        switch self {
        case .only: nil
        case .first: "pass1"
        case .last: "pass2"
        }
    }
}
