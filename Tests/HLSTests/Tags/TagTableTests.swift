import Testing

@testable import HLS

@Suite struct TagTableTests {
    private static let examples =
        TagExample.shared + TagExample.media + TagExample.segments + TagExample.multivariant

    @Test func everyTagHasAnExample() {
        #expect(Self.examples.map(\.name) == PlaylistTag.all.map { "\($0.name)" })
        for tag in PlaylistTag.all { #expect(PlaylistTag(name: "\(tag.name)") == tag) }
    }

    @Test func everyTagRoundTrips() throws {
        for example in Self.examples {
            let parsed = try Playlist.parse(example.lines.joined(separator: "\n") + "\n")
            #expect(parsed.warnings.isEmpty && parsed.unknownTags.isEmpty, "\(example.name): \(parsed.warnings)")
            let text = parsed.playlist.text
            let written = TagExample.lines(of: example.name, in: text.split(separator: "\n").map(String.init))
            #expect(written == example.tagLines)
            #expect(try Playlist.parse(text).playlist == parsed.playlist, "\(example.name)")
        }
    }

    /// A described attribute that is not parsed would become an unknown attribute, and one that is parsed without being
    /// described would not be validated.
    @Test func parsedAttributesAreThoseDescribed() throws {
        for example in Self.examples {
            let tag = try #require(PlaylistTag(name: example.name))
            guard tag.hasAttributes else { continue }
            var names: Set<String> = []
            for line in example.tagLines {
                let context = ReadingContext(
                    textSize: 0, limits: PlaylistLimits(), variables: nil, tolerance: .strict)
                var bytes = String(line.dropFirst(example.name.utf8.count + 2))
                let list = try bytes.withUTF8 { bytes throws(PlaylistProblem) in
                    try AttributeList(tag.name, PlaylistLine(number: 1, bytes: bytes), context).attributes.map(
                        \.name.text)
                }
                names.formUnion(list)
                for attribute in tag.attributes where attribute.presence == .required {
                    #expect(list.contains(attribute.name), "\(example.name) requires \(attribute.name)")
                }
            }
            for name in names { #expect(tag.attributes.contains { $0.describes(name) }, "\(example.name): \(name)") }
            for attribute in tag.attributes {
                #expect(
                    names.contains { attribute.describes($0) }, "no example of \(example.name) has \(attribute.name)")
            }
            let playlist = try Playlist.parse(example.lines.joined(separator: "\n")).playlist
            #expect(!"\(playlist)".contains("UnknownAttribute("), "\(example.name) has an attribute that is not parsed")
        }
    }

    @Test func missingRequiredAttributeIsRejected() throws {
        for example in Self.examples {
            let tag = try #require(PlaylistTag(name: example.name))
            for attribute in tag.attributes where attribute.presence != .optional {
                let lines = example.lines.map { line in
                    guard example.tagLines.contains(line) else { return line }
                    return line.replacing(attribute.name + "=", with: "X-OTHER=", maxReplacements: 1)
                }
                #expect(throws: PlaylistProblem.self, "\(example.name) without \(attribute.name)") {
                    try Playlist.parse(lines.joined(separator: "\n"))
                }
            }
        }
    }
}
