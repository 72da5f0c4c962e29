public import StageKit

extension StageOptions {
    /// Parses options like a pipeline file, from text values by key; the others keep their defaults.
    ///
    /// Throws ``OptionProblem`` for an unknown key or an invalid value.
    public init(reading values: [String: String]) throws(OptionProblem) {
        self.init()
        for (key, text) in values {
            let node = OptionNode(reading: text)
            guard let field = Self.fields.first(where: { $0.key == key }) else {
                let keys = Self.fields.map(\.key).joined(separator: ", ")
                throw OptionProblem(.unknownOption, "unknown option '\(key)'", expected: keys, at: node)
            }
            try field.parse(node, &self)
        }
    }
}
