/// A location in a text file.
public struct SourceLocation: Sendable, Hashable {
    public var file: String
    /// The line number, counted from 1.
    public var line: Int
    /// The column in characters, counted from 1.
    public var column: Int
    /// The length in characters.
    public var length: Int

    /// Creates a location of `length` characters.
    public init(file: String, line: Int, column: Int, length: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.length = length
    }
}
