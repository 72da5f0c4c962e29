import AssetDownloading
import HLS
import HTTPClient
import Media
import Testing

@Suite struct ProgressMeterTests {
    private func item(_ number: Int, _ seconds: Int64, _ size: Int, range: ByteRange? = nil) throws -> PlannedItem {
        PlannedItem(
            url: try #require(WebURL("http://a.example/\(number)")), range: range,
            place: LocalPlace(path: "a/\(number)"), kind: .segment(.fragmented), rendition: 0,
            duration: .seconds(seconds), expectedSize: size)
    }

    @Test func receivedSizesCorrectEstimates() throws {
        var meter = ProgressMeter()
        let items = try (0..<4).map { try item($0, 2, 1000) }
        meter.plan(items)
        #expect(meter.progress(at: 0).expectedBytes == 4000)
        meter.finish(items[0], count: 500)
        let progress = meter.progress(at: 1)
        #expect(progress.expectedBytes == 2000)
        #expect(progress.fractionCompleted == 0.25)
    }

    @Test func fractionNeverDecreasesAndEndsAtOne() throws {
        var meter = ProgressMeter()
        let items = try (0..<10).map { try item($0, 1, 100) }
        meter.plan(Array(items.prefix(2)))
        var last = 0.0
        for (index, item) in items.enumerated() {
            if index == 2 { meter.plan(Array(items.suffix(8))) }
            meter.receive(item, count: 50)
            meter.finish(item, count: 100 * (index + 1))
            let fraction = meter.progress(at: Double(index)).fractionCompleted
            #expect(fraction >= last && fraction <= 1)
            last = fraction
        }
        #expect(last == 1)
    }

    @Test func remainingTimeFollowsFromTheRate() throws {
        var meter = ProgressMeter()
        let items = try [item(0, 1, 1000, range: ByteRange(offset: 0, length: 1000))]
        meter.plan(items)
        _ = meter.progress(at: 0)
        meter.receive(items[0], count: 250)
        let progress = meter.progress(at: 1)
        #expect(progress.bytesPerSecond == 250)
        #expect(progress.secondsLeft == 3)
        #expect(progress.fractionCompleted == 0.25)
    }
}
