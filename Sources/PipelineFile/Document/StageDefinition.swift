package import StageKit

/// One stage as declared in a pipeline file or on a command line.
package struct StageDefinition: Sendable, Hashable {
    package var name: LocatedText
    /// The value of `use`; nil when the key is missing.
    package var kind: LocatedText?
    /// The values of `from`, in order.
    package var inputs: [LocatedText]
    /// The location of the value of `from`; nil when the key is missing.
    package var fromLocation: SourceLocation?
    /// The entries of `with`.
    package var options: [OptionNode.Entry]
    /// The value of `on-error`; nil when the key is missing.
    package var onError: LocatedText?
    /// Whether part of `from` is invalid, so that `inputs` is incomplete.
    var hasBrokenInputs = false

    /// Creates a stage definition from its kind, inputs and options.
    package init(
        _ name: LocatedText, use kind: LocatedText?, from inputs: [LocatedText] = [],
        with options: [OptionNode.Entry] = []
    ) {
        self.name = name
        self.kind = kind
        self.inputs = inputs
        self.options = options
    }
}
