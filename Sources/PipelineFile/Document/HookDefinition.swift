package import StageKit

/// One hook as declared in a pipeline file.
package struct HookDefinition: Sendable, Hashable {
    package var name: LocatedText
    package var options: [OptionNode.Entry]
}
