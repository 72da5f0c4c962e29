import ISOMedia
import Media
import Testing

/// Every known box, with random values.
@Suite struct BoxLayoutTests {
    private static let seeds: Range<UInt64> = 1..<60

    private static func random<Content: Box>(_: Content.Type, seed: UInt64) -> Content {
        var fields = RandomFields(seed: seed)
        var box = Content()
        box.layout(&fields)
        return box
    }

    private static func bytes(_ box: some Box) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(box)
        return writer.bytes
    }

    private static func view(_ bytes: [UInt8]) throws -> BoxView {
        var walk = BoxWalk(FileBytes(ByteSlice(copying: bytes)), 0..<bytes.count)
        let box = walk.next()
        return try #require(box)
    }

    @Test(arguments: BoxRegistry.types.indices) func writtenBoxesAreReadAsEqualValues(index: Int) throws {
        func verify<Content: Box>(_ type: Content.Type) throws {
            for seed in Self.seeds {
                let box = Self.random(type, seed: seed)
                let bytes = Self.bytes(box)
                let view = try Self.view(bytes)
                #expect(view.type == type.type && bytes.count == 8 + box.size)
                #expect(try Content(reading: view) == box, "\(type) with seed \(seed)")
                #expect(Self.bytes(try Content(reading: view)) == bytes, "\(type) with seed \(seed)")
                #expect(Content(readingPresentFieldsOf: view).fields == box.fields)
            }
        }
        try verify(BoxRegistry.types[index])
    }

    @Test(arguments: BoxRegistry.types.indices) func truncatedBoxesAreRejected(index: Int) throws {
        func verify<Content: Box>(_ type: Content.Type) throws {
            for seed in Self.seeds.prefix(8) {
                var box = Self.random(type, seed: seed)
                var required = RequiredFields()
                box.layout(&required)
                let content = Self.bytes(box).dropFirst(8)
                for count in 0..<content.count {
                    var writer = ByteWriter()
                    writer.box(type.type) { $0.write(contentsOf: content.prefix(count)) }
                    let view = try Self.view(writer.bytes)
                    _ = Content(readingPresentFieldsOf: view).fields
                    if count < required.size, count != required.trailingStart {
                        #expect(throws: MovieFileError.self, "\(type) with seed \(seed), \(count) bytes") {
                            try Content(reading: view)
                        }
                    } else {
                        #expect(throws: Never.self, "\(type) with seed \(seed), \(count) bytes") {
                            try Content(reading: view)
                        }
                    }
                }
            }
        }
        try verify(BoxRegistry.types[index])
    }

    @Test(arguments: BoxRegistry.types.indices) func arbitraryBytesAreReadWithoutTraps(index: Int) throws {
        func verify<Content: Box>(_ type: Content.Type) throws {
            var numbers = SeededNumbers(seed: UInt64(index))
            for _ in 0..<100 {
                let size = Int.random(in: 0...80, using: &numbers)
                var writer = ByteWriter()
                writer.box(type.type) { writer in
                    for _ in 0..<size { writer.write(UInt8.random(in: .min ... .max, using: &numbers)) }
                }
                let view = try Self.view(writer.bytes)
                let box = Content(readingPresentFieldsOf: view)
                #expect(box.fields.allSatisfy { !$0.name.isEmpty })
                if let complete = try? Content(reading: view) { #expect(complete.fields == box.fields) }
            }
        }
        try verify(BoxRegistry.types[index])
    }

    @Test func entriesBeyondTheBoxAreNamed() throws {
        var writer = ByteWriter()
        writer.fullBox(TimeToSampleBox.type) { writer in for value in [3, 1, 512] as [UInt32] { writer.write(value) } }
        let view = try Self.view(writer.bytes)
        #expect(throws: MovieFileError.damaged(box: "stts", offset: 0, why: "it declares 3 entries; 1 fit")) {
            try TimeToSampleBox(reading: view)
        }
        #expect(TimeToSampleBox(readingPresentFieldsOf: view).entries.map(\.value) == [512])
    }
}
