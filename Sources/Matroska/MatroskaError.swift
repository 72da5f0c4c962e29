/// The reason why a file cannot be read.
package enum MatroskaError: Error, Hashable, CustomStringConvertible {
    /// The file does not begin with the header of Matroska or WebM.
    case notMatroska
    /// The header requires a later version or other sizes.
    case unsupported(String)
    /// An element that is required is missing or damaged.
    case damaged(offset: Int, why: String)

    package var description: String {
        switch self {
        case .notMatroska: "it is neither Matroska nor WebM"
        case .unsupported(let what): "\(what), which is not supported"
        case .damaged(let offset, let why): "\(why) (at byte \(offset))"
        }
    }
}
