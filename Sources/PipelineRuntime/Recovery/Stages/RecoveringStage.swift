import StageKit

/// A stage that wraps another one and recovers from its errors.
protocol RecoveringStage: Stage where Options == Wrapped.Options {
    associatedtype Wrapped: Stage
    init(_ stage: RestartableStage<Wrapped>)
}

extension RecoveringStage {
    static var kind: String { Wrapped.kind }
    static var abstract: String { Wrapped.abstract }
    init(options: Wrapped.Options) throws { self.init(try RestartableStage(options: options)) }
}
