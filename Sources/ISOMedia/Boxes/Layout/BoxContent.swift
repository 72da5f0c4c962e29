/// The fields at the start of a box, described by one layout for reading and writing. Boxes may follow them.
package protocol BoxContent: Sendable, Equatable {
    /// The values of a box that does not specify them.
    init()
    /// Visits all fields in their order in the file.
    mutating func layout(_ visitor: inout some BoxVisitor)
    /// The main fields for display, with their names in the specification.
    var fields: [BoxTree.Field] { get }
}

extension BoxContent {
    package var fields: [BoxTree.Field] { [] }

    /// Reads a box. Throws if it is too short for its required fields or for the entries that it declares.
    package init(reading box: BoxView) throws(MovieFileError) {
        var reader = BoxReader(box)
        self.init()
        layout(&reader)
        if let damage = reader.damage { throw damage }
    }

    /// Reads the part of a box that is present, for display and for measurements of damaged boxes. Missing numbers are 0.
    package init(readingPresentFieldsOf box: BoxView) {
        var reader = BoxReader(box)
        self.init()
        layout(&reader)
    }

    /// The size of the fields in bytes, without the header of the box.
    package var size: Int {
        var counter = FieldCounter()
        var content = self
        content.layout(&counter)
        return counter.count
    }
}
