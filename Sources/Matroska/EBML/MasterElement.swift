/// An element that contains others (RFC 8794 7.7).
///
/// A new element is one file with a conformance, and one line in the fields of its parent.
package protocol MasterElement: Sendable {
    static var id: ElementID { get }
    /// The elements inside, each with the property that has its value. Other elements are ignored.
    static var fields: [ElementField<Self>] { get }
    /// The values of an element that does not contain them.
    init()
}

extension MasterElement {
    /// Reads the elements inside up to the first invalid one. Values that do not fit their type are ignored.
    package init(reading element: EBMLElement) {
        self.init()
        let fields = Self.fields
        for child in element.children {
            guard let field = fields.first(where: { $0.id == child.id }) else { continue }
            field.read(&self, child)
        }
    }
}
