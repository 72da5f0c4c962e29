package import StageKit

/// The path of a file relative to the file that refers to it.
package struct FileReference: OptionValue, Hashable {
    package let path: String
    /// The place of the reference.
    package let location: SourceLocation?
    package static var valueForm: String { "path" }

    package init(option node: OptionNode) throws(OptionProblem) {
        path = try String(option: node)
        location = node.location
        guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw OptionProblem(
                .outOfRange, "'\(path)' is not a relative path", expected: "a path relative to this file", at: node)
        }
    }
    package var optionText: String { path }
}
