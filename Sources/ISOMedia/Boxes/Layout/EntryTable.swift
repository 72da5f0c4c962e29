/// The entries of a table: values to be written, or entries of a file that are read in place.
package struct EntryTable<Entry: TableEntry>: Sendable {
    private enum Storage: Sendable {
        case values([Entry])
        case stored(StoredEntries<Entry>)
    }

    private let storage: Storage
    /// The number of entries that the box declares, more than ``count`` if the box is truncated.
    package let declaredCount: Int

    package init(_ values: [Entry] = []) {
        storage = .values(values)
        declaredCount = values.count
    }

    init(_ entries: StoredEntries<Entry>, declaredCount: Int) {
        storage = .stored(entries)
        self.declaredCount = declaredCount
    }

    /// The entries in the file; nil for values.
    var stored: StoredEntries<Entry>? { if case .stored(let entries) = storage { entries } else { nil } }

    /// Calls `body` with each entry.
    @inline(__always) func forEachEntry(_ body: (inout Entry) -> Void) {
        switch storage {
        case .values(let values):
            values.withUnsafeBufferPointer { values in
                for value in values {
                    var entry = value
                    body(&entry)
                }
            }
        case .stored(let entries):
            for index in 0..<entries.count {
                var entry = entries[index]
                body(&entry)
            }
        }
    }
}

extension EntryTable: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int {
        switch storage {
        case .values(let values): values.count
        case .stored(let entries): entries.count
        }
    }
    package subscript(index: Int) -> Entry {
        switch storage {
        case .values(let values): values[index]
        case .stored(let entries): entries[index]
        }
    }
}

extension EntryTable: Equatable {
    package static func == (left: EntryTable, right: EntryTable) -> Bool { left.elementsEqual(right) }
}

extension EntryTable: ExpressibleByArrayLiteral {
    package init(arrayLiteral entries: Entry...) { self.init(entries) }
}
