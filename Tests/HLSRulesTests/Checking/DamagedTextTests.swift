import HLS
import Testing
import HLSRules

@Suite struct DamagedTextTests {
    /// A generator of reproducible numbers.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// Returns a text with a few lines removed, repeated, exchanged or changed by one byte.
    private static func damaged(_ text: String, _ numbers: inout Numbers) -> [UInt8] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            let index = Int.random(in: 0..<lines.count, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: if lines.count > 1 { lines.remove(at: index) }
            case 1: lines.insert(lines[index], at: index)
            case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &numbers))
            default:
                guard !lines[index].isEmpty else { continue }
                let place = Int.random(in: 0..<lines[index].count, using: &numbers)
                lines[index][place] = UInt8.random(in: 0x20...0x7e, using: &numbers)
            }
        }
        return Array(lines.joined(separator: [0x0a]))
    }

    @Test(arguments: ValidationProfile.allCases)
    func textRejectedByStrictParserHasMustFinding(_ profile: ValidationProfile) {
        let texts = [
            ValidTexts.movie, ValidTexts.fullyTagged, ValidTexts.event(of: 4), ValidTexts.live(after: 3, length: 6),
            ValidPresentations.movie.files["index.m3u8"] ?? "",
        ]
        var numbers = Numbers(state: 7)
        var refused = 0
        for round in 0..<250 {
            let bytes = Self.damaged(texts[round % texts.count], &numbers)
            let playlist = CheckedPlaylist(name: "damaged.m3u8", bytes: bytes)
            var checker = StateChecker(profile)
            checker.validate(playlist)
            guard let problem = playlist.problem else { continue }
            refused += 1
            #expect(
                checker.log.findings.contains { $0.level == .must },
                "\(problem): \(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(refused > 25)
    }
}
