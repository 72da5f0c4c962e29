import Foundation

/// An error in a playlist and its position.
public struct AssetInspectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line number, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// The error and the expected form.
    public let message: String

    public var description: String { "\(line):\(column): \(message)" }
}
