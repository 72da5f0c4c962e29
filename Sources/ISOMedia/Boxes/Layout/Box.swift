package import Media

/// A box of one type (ISO/IEC 14496-12 4.2).
///
/// A new box is one file with a conformance, and one line in ``BoxRegistry``.
package protocol Box: BoxContent {
    static var type: FourCC { get }
    /// Whether boxes follow the fields and are listed by dumps.
    static var hasListedChildren: Bool { get }
}

extension Box {
    package static var hasListedChildren: Bool { false }
    /// The size of the box without children, in bytes.
    var boxSize: Int { 8 + size }
}

extension BoxView {
    /// Returns the first box of a type inside. Damaged boxes end the search.
    func first<Child: Box>(_: Child.Type) -> BoxView? { first(Child.type) }
}

extension [BoxView] {
    /// The first box of a type.
    subscript<Child: Box>(_: Child.Type) -> BoxView? { self[Child.type] }
}
