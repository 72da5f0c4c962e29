package import Media

/// An entry of a table in a box. All entries of a table have the same size.
package protocol TableEntry: Sendable, Equatable {
    /// The fields of the box that determine the layout of its entries: version and flags unless specified.
    associatedtype Form: Sendable = FullBoxHeader

    init()
    /// Visits the fields in their order in the file.
    mutating func layout(_ visitor: inout some FieldVisitor, _ form: Form)
}

extension TableEntry {
    /// The size of an entry in bytes.
    static func size(_ form: Form) -> Int {
        var counter = FieldCounter()
        var entry = Self()
        entry.layout(&counter, form)
        return counter.count
    }
}

extension TableEntry where Self: FixedWidthInteger {
    @inline(__always) package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
        visitor.field(&self)
    }
}

extension UInt8: TableEntry {}
extension UInt32: TableEntry {}
extension UInt64: TableEntry {}

extension FourCC: TableEntry {
    package init() { self.init(rawValue: 0) }
    package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
        visitor.field(&self)
    }
}
