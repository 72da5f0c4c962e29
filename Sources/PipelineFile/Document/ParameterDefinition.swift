/// A parameter and its default value.
struct ParameterDefinition: Sendable, Hashable {
    var name: LocatedText
    /// The default value; nil when the parameter has to be set.
    var defaultValue: String?
}
