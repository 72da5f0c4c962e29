package import HLS
package import Media

/// The attribute list of a tag with all its faults (RFC 8216bis 4.2).
package struct ScannedAttributes: Sendable, Hashable {
    /// An attribute name and its value.
    package struct Attribute: Sendable, Hashable {
        package var name: String
        /// The value without quotes; variables in quoted strings are expanded if they are defined.
        package var value: String
        package var isQuoted: Bool
    }

    /// A violation of the attribute list syntax.
    package enum Fault: Sendable, Hashable {
        /// Whitespace around a comma, an equals sign or the entire list.
        case space(near: String)
        /// A duplicate name.
        case duplicate(String)
        /// A name with invalid characters or without a value.
        case malformed(String)
        /// A quoted string without a closing quote.
        case unclosed(String)
    }

    /// The maximum numbers of scanned attributes and recorded faults.
    private static let limit = 256
    private static let faultLimit = 32

    private typealias Scalars = Substring.UnicodeScalarView

    /// The attributes in order, including duplicates.
    package private(set) var all: [Attribute] = []
    package private(set) var faults: [Fault] = []

    /// Scans the value of a tag; never fails.
    ///
    /// It works on scalars, because a quote or comma followed by a combining mark would be a single `Character`.
    init(_ text: String, expanding expand: (String) -> String) {
        var reading = text.unicodeScalars[...]
        repeat {
            skipSpaces(&reading, near: all.last?.name ?? "the start of the list")
            readAttribute(&reading, expanding: expand)
        } while Self.skip(",", &reading) && all.count < Self.limit && faults.count < Self.faultLimit
    }

    private mutating func readAttribute(_ reading: inout Scalars, expanding expand: (String) -> String) {
        let begin = reading.prefix { $0 != "=" && $0 != "," }
        reading = reading[begin.endIndex...]
        let name = begin.trimmed
        if name.unicodeScalars.count != begin.count { faults.append(.space(near: name)) }
        let isName = !name.isEmpty && name.utf8.allSatisfy(Self.isNameByte)
        guard Self.skip("=", &reading), isName else {
            faults.append(.malformed(String(name.prefix(60))))
            if reading.first != "," { reading = reading[(reading.firstIndex(of: ",") ?? reading.endIndex)...] }
            return
        }
        skipSpaces(&reading, near: name)
        if all.contains(where: { $0.name == name }) { faults.append(.duplicate(name)) }
        if Self.skip("\"", &reading) {
            readQuoted(name, &reading, expanding: expand)
        } else {
            readUnquoted(name, &reading)
        }
    }

    private mutating func readQuoted(_ name: String, _ reading: inout Scalars, expanding expand: (String) -> String) {
        let value = reading.prefix { $0 != "\"" }
        reading = reading[value.endIndex...]
        if !Self.skip("\"", &reading) { faults.append(.unclosed(name)) }
        all.append(Attribute(name: name, value: expand(String(value)), isQuoted: true))
        let rest = reading.prefix { $0 != "," }
        guard !rest.isEmpty else { return }
        let text = String(rest)
        faults.append(rest.trimmed.isEmpty ? .space(near: name) : .malformed(String("\(name)…\(text)".prefix(60))))
        reading = reading[rest.endIndex...]
    }

    private mutating func readUnquoted(_ name: String, _ reading: inout Scalars) {
        let whole = reading.prefix { $0 != "," }
        reading = reading[whole.endIndex...]
        let value = whole.trimmed
        if value.unicodeScalars.count != whole.count { faults.append(.space(near: name)) }
        if value.isEmpty || value.unicodeScalars.contains(where: { $0 == " " || $0 == "\t" || $0 == "\"" }) {
            faults.append(.malformed(String("\(name)=\(value)".prefix(60))))
        }
        all.append(Attribute(name: name, value: value, isQuoted: false))
    }

    private mutating func skipSpaces(_ reading: inout Scalars, near name: String) {
        let spaces = reading.prefix { $0 == " " || $0 == "\t" }
        guard !spaces.isEmpty else { return }
        faults.append(.space(near: name))
        reading = reading[spaces.endIndex...]
    }

    private static func skip(_ scalar: Unicode.Scalar, _ reading: inout Scalars) -> Bool {
        guard reading.first == scalar else { return false }
        reading.removeFirst()
        return true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}

// Values by name; for duplicate names, the first one.
extension ScannedAttributes {
    package subscript(_ name: String) -> Attribute? { all.first { $0.name == name } }

    package func has(_ name: String) -> Bool { self[name] != nil }

    /// Returns the text of a quoted or unquoted value.
    package func text(_ name: String) -> String? { self[name]?.value }
    /// Whether the value is YES.
    package func isYes(_ name: String) -> Bool { text(name) == "YES" }
    /// Returns an integer value; nil if there is none.
    package func integer(_ name: String) -> Int? { text(name).flatMap(PlaylistValue.integer) }
    /// Returns a duration in seconds; nil if there is none.
    package func seconds(_ name: String) -> MediaTime? { text(name).flatMap(PlaylistValue.seconds) }
    /// Returns a date; nil if there is none.
    package func date(_ name: String) -> DateTime? { text(name).flatMap(PlaylistValue.date) }
    /// Returns the elements of a comma-separated list without surrounding spaces.
    package func list(_ name: String) -> [String] {
        (text(name) ?? "").split(separator: ",").map { $0.unicodeScalars.trimmed }.filter { !$0.isEmpty }
    }
}

extension Substring.UnicodeScalarView {
    /// The text without leading and trailing spaces and tabs.
    fileprivate var trimmed: String {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
