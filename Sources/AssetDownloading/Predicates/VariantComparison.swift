/// A comparison of two numbers.
public enum VariantComparison: Sendable, Hashable {
    case lessThan
    case lessThanOrEqualTo
    case greaterThan
    case greaterThanOrEqualTo
    case equalTo
    case notEqualTo

    func isSatisfied(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .lessThan: left < right
        case .lessThanOrEqualTo: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEqualTo: left >= right
        case .equalTo: left == right
        case .notEqualTo: left != right
        }
    }

    var sign: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        }
    }
}
