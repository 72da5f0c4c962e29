import Media
import StageKit
import Testing

struct OptionValueTests {
    private func value<Value: OptionValue>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try Value(option: OptionNode(text))
    }

    private func code<Value: OptionValue>(_ text: String, as type: Value.Type) -> OptionProblem.Code? {
        do throws(OptionProblem) {
            _ = try Value(option: OptionNode(text))
            return nil
        } catch {
            return error.code
        }
    }

    private func expectRoundTrip<Value: OptionValue & Equatable>(_ text: String, as type: Value.Type) throws {
        let value: Value = try value(text)
        #expect(try Value(option: OptionNode(value.optionText)) == value, "\(text) became \(value.optionText)")
    }

    @Test(arguments: [
        "6s", "500ms", "0.1s", "2h", "90min", "1.5min", "1ns", "0.25us", "29.97s", "0s", "999999999.999999999s",
    ])
    func durationTextRoundTrips(text: String) throws { try expectRoundTrip(text, as: MediaTime.self) }

    @Test(arguments: ["3Mbps", "128kbps", "1.5Mbps", "64001bps", "0bps", "2Gbps"])
    func bitRateTextRoundTrips(text: String) throws { try expectRoundTrip(text, as: BitRate.self) }

    /// Bit rates are written in the units that figures are printed in; the units of earlier files are read as well.
    @Test(arguments: [
        ("128kbps", "128kbit/s"), ("3 Mbps", "3Mbit/s"), ("128 kbit/s", "128kbit/s"), ("1.5Mbit/s", "1500kbit/s"),
        ("64001bps", "64001bit/s"),
    ])
    func bitRateHasOneSpelling(text: String, written: String) throws {
        #expect(try BitRate(option: OptionNode(text)).optionText == written)
    }

    @Test(arguments: [
        ("720p", "1280x720"), ("1080", "1920x1080"), ("4K", "3840x2160"), ("640×360", "640x360"),
        ("640:360", "640x360"), ("VGA", "640x480"),
    ])
    func nameOfASizeIsExplained(text: String, size: String) throws {
        let problem = try #require(throws: OptionProblem.self) { try PixelSize(option: OptionNode(text)) }
        #expect(problem.message == "'\(text)' is not a frame size; did you mean '\(size)'?")
    }

    @Test(arguments: ["4MiB", "500kB", "1.5GiB", "7B", "0B", "3GB"])
    func sizeTextRoundTrips(text: String) throws { try expectRoundTrip(text, as: ByteCount.self) }

    @Test(arguments: ["30", "30000/1001", "29.97", "12.5", "60/2"])
    func rateTextRoundTrips(text: String) throws { try expectRoundTrip(text, as: Ratio.self) }

    @Test func otherValueTextsRoundTrip() throws {
        try expectRoundTrip("1280x720", as: PixelSize.self)
        try expectRoundTrip("true", as: Bool.self)
        try expectRoundTrip("-12", as: Int.self)
        try expectRoundTrip("some text", as: String.self)
        for policy in OverflowPolicy.allCases { try expectRoundTrip(policy.optionText, as: OverflowPolicy.self) }
    }

    @Test func durationsAreExact() throws {
        #expect(try value("0.1s", as: MediaTime.self) == MediaTime(value: 1, timescale: 10))
        #expect(try value("1.000000001s") == MediaTime(value: 1_000_000_001, timescale: 1_000_000_000))
        #expect(try value("90min") == MediaTime.seconds(5400))
        #expect(try value("6 s") == MediaTime.seconds(6))
    }

    @Test func broadcastRatesMapToFractions() throws {
        #expect(try value("29.97") == Ratio(30000, 1001))
        #expect(try value("29.970") == Ratio(30000, 1001))
        #expect(try value("23.976") == Ratio(24000, 1001))
        #expect(try value("12.50") == Ratio(25, 2))
        #expect(try value("25.0") == Ratio(25))
    }

    @Test func unitsAreDecimalOrBinary() throws {
        #expect(try value("1kB") == ByteCount(1000))
        #expect(try value("1KiB") == ByteCount(1024))
        #expect(try value("1.5Mbps") == BitRate(bitsPerSecond: 1_500_000))
    }

    @Test(arguments: ["6", "6 m", "6S", "6sec"]) func durationRequiresKnownUnit(text: String) {
        #expect(code(text, as: MediaTime.self) == .wrongUnit)
    }

    @Test(arguments: ["", "s", "-6s", "six", "1..5s", "1.s", ".5s", "1.0000000001s", "99999999999999999999s", "٣s"])
    func invalidDurationIsWrongType(text: String) { #expect(code(text, as: MediaTime.self) == .wrongType) }

    @Test func unrepresentableValueIsOutOfRange() {
        #expect(code("9999999999999999h", as: MediaTime.self) == .outOfRange)
        #expect(code("4000000000s", as: MediaTime.self) == .outOfRange)
        #expect(code("0.5ns", as: MediaTime.self) == .outOfRange)
        #expect(code("9000000000000Gbps", as: BitRate.self) == .outOfRange)
        #expect(code("1.5B", as: ByteCount.self) == .outOfRange)
        #expect(code("0x720", as: PixelSize.self) == .outOfRange)
        #expect(code("drop", as: OverflowPolicy.self) == .outOfRange)
    }

    @Test(arguments: ["1280", "1280x", "x720", "1280x720x3", "axb"]) func pixelSizeRequiresTwoNumbers(text: String) {
        #expect(code(text, as: PixelSize.self) == .wrongType)
    }

    @Test(arguments: ["0", "-30", "30/0", "30/", "1/2/3", "0.0", "fast", "30fps"]) func rateMustBePositive(text: String)
    {
        #expect(code(text, as: Ratio.self) == .wrongType)
    }

    @Test func singleValueIsOneElementList() throws {
        #expect(try value("5", as: [Int].self) == [5])
        let node = OptionNode(.list([OptionNode("1s"), OptionNode("2s")]))
        #expect(try [MediaTime](option: node) == [.seconds(1), .seconds(2)])
        #expect(try [MediaTime](option: node).optionText == "[1s, 2s]")
    }

    @Test func listIsRejectedForSingleValue() {
        let node = OptionNode(.list([]))
        #expect(throws: OptionProblem.self) { try Int(option: node) }
        #expect(throws: OptionProblem.self) { try MediaTime(option: node) }
    }
}
