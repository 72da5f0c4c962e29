/// The reason why the data of a protection system cannot be read.
package struct SystemDataError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ reason: String) { description = reason }
}
