import StageKit

/// Collects the entries of a mapping, detects duplicate keys and merges `<<` entries.
struct MappingBuilder {
    private(set) var entries: [OptionNode.Entry] = []
    private var places: [String: Int] = [:]
    /// Keys from `<<`; explicit keys of the mapping override them.
    private var merged: Set<String> = []

    /// Adds an entry; returns an error for a duplicate key or an invalid merge.
    mutating func add(_ entry: OptionNode.Entry, isMerge: Bool) -> Diagnostic? {
        if isMerge { return merge(entry) }
        if let place = places[entry.key] {
            guard merged.remove(entry.key) == nil else {
                entries[place] = entry
                return nil
            }
            let first = entries[place].keyLocation.map { ["first occurrence in line \($0.line)"] }
            return Diagnostic(
                code: "duplicate-key", message: "duplicate key '\(entry.key)'", at: entry.keyLocation,
                notes: first ?? [])
        }
        places[entry.key] = entries.count
        entries.append(entry)
        return nil
    }

    private mutating func merge(_ entry: OptionNode.Entry) -> Diagnostic? {
        let sources: [OptionNode] = if case .list(let items) = entry.value.content { items } else { [entry.value] }
        for source in sources {
            guard case .mapping(let additions) = source.content else {
                return Diagnostic(
                    code: "wrong-type", message: "'<<' requires a mapping or a list of mappings", at: entry.keyLocation)
            }
            for addition in additions where places[addition.key] == nil {
                places[addition.key] = entries.count
                merged.insert(addition.key)
                entries.append(addition)
            }
        }
        return nil
    }
}
