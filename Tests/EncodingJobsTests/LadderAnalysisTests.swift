import EncodingJobs
import Media
import Testing

/// The choice of rungs from measured encodings.
@Suite struct LadderAnalysisTests {
    private static let large = PixelSize(width: 1280, height: 720)
    private static let small = PixelSize(width: 640, height: 360)

    /// Curves that cross near 700 kbit/s: the small size is better below it. Each step of quality costs 40 % of the bits.
    private static func points(_ scale: Double = 1) -> [LadderPoint] {
        LadderAnalysis.qualities.enumerated().flatMap { step, quality in
            [
                LadderPoint(
                    size: large, quality: quality, kilobits: scale * [3200, 1600, 800, 400][step],
                    decibels: [20, 17, 14, 9][step]),
                LadderPoint(
                    size: small, quality: quality, kilobits: scale * [800, 400, 200, 100][step],
                    decibels: [12.5, 11.5, 10, 8][step]),
            ]
        }.sorted { $0.size.height > $1.size.height }
    }

    private func analysis(_ points: [LadderPoint]) -> LadderAnalysis {
        LadderAnalysis(extracts: [], points: points) { $0 == Self.large ? 3000 : 730 }
    }

    @Test func eachRungHasTheSizeWithTheHighestSimilarity() {
        let rungs = analysis(Self.points()).rungs
        #expect(rungs.map(\.point.size) == [Self.large, Self.large, Self.large, Self.small, Self.small])
        #expect(rungs.first?.point.quality == LadderAnalysis.topQuality)
        for (upper, lower) in zip(rungs, rungs.dropFirst()) {
            #expect(upper.point.kilobits > lower.point.kilobits && upper.point.decibels > lower.point.decibels)
        }
    }

    @Test func savingsAreAtEqualSimilarity() throws {
        let rungs = analysis(Self.points()).rungs
        // The fixed ladder has 3000 kbit/s for everything better than its smaller rung.
        #expect(rungs[1].fixedKilobits == 3000 && rungs[1].point.kilobits < 3000)
        let last = try #require(rungs.last)
        #expect(last.fixedKilobits == 730 && last.point.kilobits < 730)
    }

    @Test func simpleTitlesHaveFewerBits() throws {
        let (complex, simple) = (analysis(Self.points()).rungs, analysis(Self.points(0.25)).rungs)
        let (one, other) = (try #require(complex.first), try #require(simple.first))
        #expect(abs(other.point.kilobits / one.point.kilobits - 0.25) < 0.01)
        #expect(simple.allSatisfy { $0.point.kilobits >= 80 })
        #expect(analysis(Self.points()) == analysis(Self.points()))
    }

    @Test func invisibleDifferencesHaveNoRung() {
        let flat = LadderAnalysis.qualities.enumerated().map { step, quality in
            LadderPoint(
                size: Self.large, quality: quality, kilobits: [3200, 1600, 800, 400][step],
                decibels: 20 - Double(step) / 10)
        }
        #expect(analysis(flat).rungs.count == 1)
    }

    @Test func extractsAreSpreadOverTheTitle() {
        let extracts = LadderAnalysis.extracts(of: .seconds(100))
        #expect(extracts.map(\.start) == [.seconds(24), .seconds(49), .seconds(74)])
        #expect(LadderAnalysis.extracts(of: .seconds(4)).map(\.duration) == [.seconds(4)])
    }
}
