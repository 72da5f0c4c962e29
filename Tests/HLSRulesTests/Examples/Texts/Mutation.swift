/// A modification of a text at a place that must exist.
struct Mutation: Sendable {
    struct TextNotFound: Error, CustomStringConvertible {
        var description: String
    }

    var apply: @Sendable (String) throws -> String

    /// Replaces the first occurrence of `old`.
    static func replace(_ old: String, _ new: String) -> Mutation {
        Mutation { text in
            guard let range = text.firstRange(of: old) else {
                throw TextNotFound(description: "'\(old)' is not in the valid text")
            }
            return text.replacingCharacters(in: range, with: new)
        }
    }

    /// Replaces all occurrences of `old`.
    static func replaceAll(_ old: String, _ new: String) -> Mutation {
        Mutation { text in
            guard text.contains(old) else { throw TextNotFound(description: "'\(old)' is not in the valid text") }
            return text.replacing(old, with: new)
        }
    }

    /// Removes the first occurrence of `old`.
    static func remove(_ old: String) -> Mutation { replace(old, "") }

    /// Appends lines.
    static func append(_ lines: String) -> Mutation { Mutation { $0 + lines } }

    /// Several modifications in order.
    static func all(_ mutations: Mutation...) -> Mutation {
        Mutation { text in try mutations.reduce(text) { try $1.apply($0) } }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with new: String) -> String {
        var text = self
        text.replaceSubrange(range, with: new)
        return text
    }
}
