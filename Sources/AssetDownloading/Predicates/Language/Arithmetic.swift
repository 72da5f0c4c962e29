/// An arithmetic operation on two numbers.
enum Arithmetic: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case dividedBy = "/"
    case power = "**"
}
