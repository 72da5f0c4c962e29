import CYAML

/// A syntax error in a YAML text.
struct YAMLFailure: Error {
    /// The message of libyaml.
    var problem: String
    /// The position; nil when only the byte offset is known.
    var mark: YAMLMark?
    /// The byte offset, for text that cannot be decoded.
    var byteOffset: Int
    /// The enclosing construct and its start.
    var context: (words: String, mark: YAMLMark)?
}
