import Foundation
import StageKit
import Testing

@Suite struct StageFiguresTests {
    @Test func figureOfSameNameAndLabelsIsShared() throws {
        let figures = StageFigures()
        figures.counter("requests", labels: ["kind": "part"], "Requests").add(2)
        figures.counter("requests", labels: ["kind": "part"], "Requests").add()
        figures.counter("requests", labels: ["kind": "key"], "Requests").add(5)
        #expect(figures.readings.map(\.value) == [3, 5])
        #expect(figures.readings.map(\.labels) == [["kind": "part"], ["kind": "key"]])
    }

    @Test func counterNeverDecreases() {
        let counter = StageFigures().counter("sent", unit: .bytes, "Bytes")
        counter.add(7)
        counter.add(-3)
        counter.add(.nan)
        counter.raise(to: 4)
        #expect(counter.value == 7)
        counter.raise(to: 9)
        #expect(counter.value == 9)
    }

    @Test func concurrentUpdatesAreNotLost() async {
        let figures = StageFigures()
        let (counter, histogram) = (figures.counter("calls", "Calls"), figures.histogram("call", "Duration of a call"))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for index in 0..<10_000 {
                        counter.add()
                        histogram.observe(index.isMultiple(of: 2) ? 0.003 : 20)
                    }
                }
            }
        }
        #expect(counter.value == 40_000)
        #expect(histogram.reading.counts.first == 20_000)
        #expect(histogram.reading.counts.last == 20_000)
        #expect(histogram.reading.sum == 20_000 * 20.003 || abs(histogram.reading.sum - 400_060) < 0.01)
    }

    @Test func boundsAreInclusive() {
        let histogram = StageFigures().histogram("wait", bounds: [1, 2], "Wait")
        for value in [0.5, 1, 1.5, 2, 2.5, .infinity] { histogram.observe(value) }
        #expect(histogram.reading.counts == [2, 2, 1])
        #expect(histogram.reading.upperBound(ofQuantile: 0.5) == 2)
        #expect(histogram.reading.upperBound(ofQuantile: 0.99) == nil)
    }

    @Test func figuresBeyondLimitAreCountedAndNotListed() {
        let figures = StageFigures()
        for index in 0..<(StageFigures.limit + 10) {
            figures.gauge("size", unit: .bytes, labels: ["file": "\(index)"], "Size").set(index)
        }
        #expect(figures.readings.count == StageFigures.limit)
        #expect(figures.refusedCount == 10)
    }

    @Test func contradictoryKindOrUnitIsNotListed() {
        let figures = StageFigures()
        figures.gauge("delay", unit: .seconds, "Delay").set(1)
        figures.counter("delay", unit: .seconds, "Delay").add(9)
        figures.gauge("delay", unit: .bytes, "Delay").set(9)
        #expect(figures.readings.map(\.value) == [1])
        #expect(figures.refusedCount == 2)
    }

    @Test func measurementIsGaugeWithUnitOfItsName() throws {
        let context = StageContext(stageName: "tone")
        context.measure("drift-ppm", 12.5)
        context.measure("port", 8080)
        let readings = context.figures.readings
        #expect(readings.map(\.name) == ["drift", "port"])
        #expect(readings.map(\.unit.rawValue) == ["ppm", ""])
        #expect(readings.map(\.nameWithUnit) == ["drift-ppm", "port"])
    }

    @Test func removedFigureIsNotListed() {
        let figures = StageFigures()
        for name in ["a", "b", "c"] { figures.gauge("viewers", labels: ["rendition": name], "Viewers").set(1) }
        figures.remove("viewers", labels: ["rendition": "a"])
        figures.gauge("viewers", labels: ["rendition": "c"], "Viewers").set(3)
        #expect(figures.readings.map(\.value) == [1, 3])
    }

    @Test func readingRoundTripsAsJSON() throws {
        let figures = StageFigures()
        figures.histogram("wait", labels: ["kind": "part"], "Wait").observe(0.2)
        let data = try JSONEncoder().encode(figures.readings)
        #expect(try JSONDecoder().decode([FigureReading].self, from: data) == figures.readings)
    }
}
