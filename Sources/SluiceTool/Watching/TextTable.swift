/// Formats rows in aligned columns.
enum TextTable {
    /// Returns the lines of a table; no line without rows. Columns that begin with a digit are right-aligned.
    static func lines(_ head: [String], _ rows: [[String]]) -> [String] {
        if rows.isEmpty { return [] }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        let isNumber = head.indices.map { column in
            rows.allSatisfy { $0[column].first.map { $0.isNumber || $0 == "-" } ?? true }
        }
        return ([head] + rows).map { row in
            let cells = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return isNumber[column] ? space + row[column] : row[column] + space
            }
            var line = cells.joined(separator: "  ")[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }
}
