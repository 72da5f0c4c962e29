/// An element of an XML document.
struct XMLElement {
    /// The namespace URI; empty for none.
    var namespace = ""
    /// The name without prefix.
    var name = ""
    /// The attributes by name; those with a prefix are not included.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The range of the text of the element and of the elements in it, in the text of the document.
    var text = 0..<0

    /// Returns the first child with a name.
    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// Returns the children with a name.
    func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Returns the first element with a name below this one.
    func descendant(_ name: String) -> XMLElement? {
        child(name) ?? children.lazy.compactMap { $0.descendant(name) }.first
    }
}
