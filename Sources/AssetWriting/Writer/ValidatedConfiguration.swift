/// Properties that are validated together when one of them is set.
protocol ValidatedConfiguration: Sendable {
    /// The problems of rejected values by property, until a valid value is set.
    var configurationErrors: [String: AssetWriterError] { get set }
    /// The reason why the values are invalid; nil if they are valid.
    var validationMessage: String? { get }
}

extension ValidatedConfiguration {
    /// The first problem in the order of property names.
    var configurationError: AssetWriterError? { configurationErrors.min { $0.key < $1.key }?.value }

    /// Sets a property if the value is valid; otherwise records the problem.
    mutating func set<Value>(_ name: String, _ property: WritableKeyPath<Self, Value>, _ value: Value) {
        var changed = self
        changed[keyPath: property] = value
        if let fault = changed.validationMessage {
            configurationErrors[name] = AssetWriterError(.invalidSettings, fault)
        } else {
            changed.configurationErrors[name] = nil
            self = changed
        }
    }
}
