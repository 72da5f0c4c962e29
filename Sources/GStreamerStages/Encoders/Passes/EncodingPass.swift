/// The pass of an encoder in multi-pass encoding.
enum EncodingPass: Sendable, Hashable {
    /// Single-pass encoding.
    case only
    /// The first pass, which writes statistics to a file at this path.
    case first(record: String)
    /// The last pass, which distributes bits according to the statistics in the file at this path.
    case last(record: String)

    /// The path of the statistics file; nil for single-pass encoding.
    var record: String? {
        switch self {
        case .only: nil
        case .first(let record), .last(let record): record
        }
    }

    /// The value of x264enc's property `pass`; nil for single-pass encoding.
    var property: String? {
        switch self {
        case .only: nil
        case .first: "pass1"
        case .last: "pass2"
        }
    }
}
