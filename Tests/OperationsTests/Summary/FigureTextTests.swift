import Operations
import Testing

@Suite struct FigureTextTests {
    @Test(arguments: [
        (30.04, "30.0 s"), (0.25, "0.3 s"), (99.96, "100.0 s"), (3600, "3600 s"), (-1.5, "-1.5 s"), (.nan, "- s"),
        (1e300, "1000000000000 s"),
    ])
    func secondsHaveAUnit(_ seconds: Double, _ text: String) { #expect(FigureText.seconds(seconds) == text) }

    @Test func speedCountsAndSpansHaveUnits() {
        #expect(FigureText.speed(6.42) == "6.4 × real time")
        #expect(FigureText.count(1, "segment") == "1 segment" && FigureText.count(0, "segment") == "0 segments")
        #expect(FigureText.span(11.2) == "12 s" && FigureText.span(90) == "1 min 30 s")
        #expect(FigureText.span(7500) == "2 h 5 min" && FigureText.span(-5) == "0 s")
        #expect(FigureText.clock(12.45) == "0:12.4" && FigureText.clock(3900) == "1:05:00.0")
    }

    @Test(arguments: [
        (0, "0 bytes"), (999, "999 bytes"), (12_345, "12.3 kB"), (5_100_000, "5.1 MB"), (999_600, "1.0 MB"),
    ])
    func bytesHaveADecimalUnit(_ count: Int, _ text: String) { #expect(FigureText.bytes(count) == text) }
}
