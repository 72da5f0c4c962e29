/// A condition that a variant meets or does not meet.
indirect enum Condition: Sendable {
    case constant(Bool)
    case comparison(Comparison)
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case block(String, @Sendable (AssetVariant) -> Bool)

    func isMet(by variant: AssetVariant) -> Bool {
        switch self {
        case .constant(let value): value
        case .comparison(let comparison): comparison.isMet(by: variant)
        case .all(let conditions): conditions.allSatisfy { $0.isMet(by: variant) }
        case .any(let conditions): conditions.contains { $0.isMet(by: variant) }
        case .not(let condition): !condition.isMet(by: variant)
        case .block(_, let block): block(variant)
        }
    }
}
