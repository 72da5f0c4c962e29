import Foundation
import PipelineFile
import StageKit
import Testing

/// Files damaged at random, but reproducibly, yield diagnostics and never a trap.
struct DamagedFileTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 16 ^ state << 24
        }
    }

    private static let pieces: [String] = [
        "${", "}", "&a ", "*a", "<<: *a\n", "\t", "'", "\"", "[", "]", "{", "}", ": ", "- ", "|", "!x ", "\n\n",
        "\u{0}",
        "\u{ff}", "é", "~", "---\n", "# ", "use: x", "from: [", "6s", "extends: other.yaml\n",
    ]

    @Test(arguments: GoldenTests.names) func damagedFileIsReported(name: String) throws {
        let original = Array(try Data(contentsOf: GoldenTests.folder.appending(path: name)))
        var random = Random(state: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
        for _ in 0..<60 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, &random) }
            let result = PipelineFile.load(path: "main.yaml", catalogue: testCatalogue) { path, _ in
                path == "main.yaml" ? bytes : original
            }
            #expect((result.plan == nil) == !result.diagnostics.isEmpty)
            #expect(result.text.isEmpty == result.diagnostics.isEmpty)
        }
    }

    private func damage(_ bytes: inout [UInt8], _ random: inout Random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: Array(Self.pieces.randomElement(using: &random)?.utf8 ?? "".utf8), at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...12, using: &random)))
        case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        default: bytes = Array(bytes[..<place]) + bytes.suffix(Int.random(in: 0...40, using: &random))
        }
    }
}
