/// A change of a text in one place, which has to be there.
struct Mutation: Sendable {
    struct NotThere: Error, CustomStringConvertible {
        var description: String
    }

    var apply: @Sendable (String) throws -> String

    /// Puts another text in the place of the first that is `old`.
    static func replace(_ old: String, _ new: String) -> Mutation {
        Mutation { text in
            guard let range = text.firstRange(of: old) else {
                throw NotThere(description: "'\(old)' is not in the good text")
            }
            return text.replacingCharacters(in: range, with: new)
        }
    }

    /// Puts another text in all places of `old`.
    static func replaceAll(_ old: String, _ new: String) -> Mutation {
        Mutation { text in
            guard text.contains(old) else { throw NotThere(description: "'\(old)' is not in the good text") }
            return text.replacing(old, with: new)
        }
    }

    /// Leaves out the first text that is `old`.
    static func remove(_ old: String) -> Mutation { replace(old, "") }

    /// Adds lines at the end.
    static func append(_ lines: String) -> Mutation { Mutation { $0 + lines } }

    /// Several changes one after the other.
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
