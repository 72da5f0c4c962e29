/// A GStreamer launch description. Parameters in it are escaped as property values.
package struct LaunchDescription: OptionValue, Hashable, ExpressibleByStringLiteral {
    package var text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral value: String) { text = value }
    package static var valueForm: String { "launch description" }
    package init(option node: OptionNode) throws(OptionProblem) { text = try Self.scalar(node) }
    package var optionText: String { text }
}
