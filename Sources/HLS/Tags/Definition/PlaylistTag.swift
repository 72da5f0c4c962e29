/// A tag that the parser and the writer support.
///
/// Small and free of references, because the parser passes one for each line.
package struct PlaylistTag: Sendable, Hashable {
    /// The index in the catalogue.
    private let index: UInt8
    let traits: TagTraits
    package let place: TagPlace
    /// Whether its value is an attribute list.
    package let hasAttributes: Bool
    /// Whether it has neither a colon nor a value.
    package let hasNoValue: Bool
    /// The name without the number sign.
    package let name: StaticString

    init(_ definition: any TagDefinition.Type) {
        guard let index = TagCatalogue.definitions.firstIndex(where: { $0 == definition }) else {
            preconditionFailure("TagCatalogue lacks \(definition.name)")
        }
        self.index = UInt8(index)
        traits = definition.traits
        place = definition.place
        name = definition.name
        switch definition.value {
        case .attributes: (hasAttributes, hasNoValue) = (true, false)
        case .none: (hasAttributes, hasNoValue) = (false, true)
        default: (hasAttributes, hasNoValue) = (false, false)
        }
    }

    /// The kind of playlist that a tag belongs to.
    package enum Family: Sendable {
        case both
        case media
        case multivariant
    }

    package var family: Family {
        switch place {
        case .both: .both
        case .media, .segment: .media
        case .multivariant: .multivariant
        }
    }

    package static func == (left: PlaylistTag, right: PlaylistTag) -> Bool { left.index == right.index }
    package func hash(into hasher: inout Hasher) { hasher.combine(index) }

    var definition: any TagDefinition.Type { TagCatalogue.definitions[Int(index)] }

    /// The syntax of the value.
    package var value: TagValue { definition.value }

    /// The attributes; empty for tags without an attribute list.
    package var attributes: [TagAttribute] {
        if case .attributes(let attributes) = definition.value { attributes } else { [] }
    }

    /// Whether a playlist may contain it at most once (RFC 8216bis 4.4).
    package var isSingleton: Bool { traits.contains(.singleton) }
    /// Whether the value ends with free text.
    package var hasFreeText: Bool { traits.contains(.freeText) }
    /// Whether the value may contain tabs.
    package var mayHaveTabs: Bool { traits.contains(.tabs) }
}

extension PlaylistTag {
    /// All tags, in the order of the specification.
    package static let all = TagCatalogue.definitions.map { PlaylistTag($0) }

    /// The tags by the length of their names, which few share.
    private static let byLength: [[PlaylistTag]] = {
        let maximumLength = all.map(\.name.utf8CodeUnitCount).max() ?? 0
        return (0...maximumLength).map { length in all.filter { $0.name.utf8CodeUnitCount == length } }
    }()

    /// Creates the tag with a name.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count < Self.byLength.count else { return nil }
        for tag in Self.byLength[name.count] where name.equals(tag.name) {
            self = tag
            return
        }
        return nil
    }

    /// Creates the tag with a name without the number sign; nil if it is unknown.
    package init?(name: String) {
        var name = name
        guard let tag = name.withUTF8({ Self($0) }) else { return nil }
        self = tag
    }

    /// Creates the tag of a line that begins with a number sign, a name and a colon; nil for other lines.
    init?(lineWithValue line: UnsafeBufferPointer<UInt8>) {
        guard line.first == UInt8(ascii: "#"), let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        self.init(line.between(1, colon))
    }

    /// Creates the tag of a line that begins with a number sign, a name and a colon; nil for other lines.
    package init?(lineWithValue line: String) {
        var line = line
        guard let tag = line.withUTF8({ Self(lineWithValue: $0) }) else { return nil }
        self = tag
    }
}
