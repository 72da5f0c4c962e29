/// The place of a record in the order of its writer.
///
/// All tickets compare equal, since they are not part of the content of a resource.
package struct RecordTicket: Sendable, Hashable {
    package let writer: RecordWriter
    let number: Int

    /// Writes the record and all records before it, unless they are written.
    package func commit() throws(StageError) { try writer.commit(through: number) }

    package static func == (left: RecordTicket, right: RecordTicket) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
