/// A validation rule: one type per file, named after its requirement.
///
/// The protocols that refine this one define the input; a rule may conform to several. Rules are values, created for
/// each validation, and for each playlist if the protocol requires it. They never block.
package protocol Rule: Sendable, SendableMetatype {
    static var facts: RuleFacts { get }
    init()
}
