public import StageKit

extension StageOptions {
    /// Options as a pipeline file gives them, each as the text that stands behind its key; the others keep their defaults.
    ///
    /// Throws ``OptionProblem`` for a key that there is not and for a value that is refused.
    public init(reading values: [String: String]) throws(OptionProblem) {
        self.init()
        for (key, text) in values {
            let node = OptionNode(reading: text)
            guard let field = Self.fields.first(where: { $0.key == key }) else {
                let keys = Self.fields.map(\.key).joined(separator: ", ")
                throw OptionProblem(.unknownOption, "there is no option '\(key)'", expected: keys, at: node)
            }
            try field.parse(node, &self)
        }
    }
}
