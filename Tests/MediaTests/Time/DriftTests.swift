import Media
import Testing

@Suite struct DriftTests {
    /// A day, with timestamps that are late by up to 8 ms and occasionally by half a second.
    @Test(arguments: [200.0, -200.0, 0])
    func audioStaysWithin20MillisecondsForADay(drift: Double) {
        var microphone = SimulatedMicrophone(drift: drift, wander: 20)
        microphone.run(seconds: 86_400)
        #expect(microphone.worst < 0.020)
        // After the first minutes the deviation is much smaller.
        #expect(microphone.worstSettled < 0.005)
        #expect(microphone.steps == 0)
        #expect(abs(microphone.estimator.drift - microphone.drift) < 10)
        #expect(microphone.steepest <= RateCorrection.slew * 1.01)
    }

    @Test func uncorrectedDriftReaches17SecondsInADay() {
        var microphone = SimulatedMicrophone(drift: 200, wander: 0)
        microphone.isCorrected = false
        microphone.run(seconds: 86_400)
        #expect(abs(microphone.worst - 17.28) < 0.1)
    }

    @Test func rateIsEstimatedAfterAMinute() {
        var microphone = SimulatedMicrophone(drift: -137, wander: 0)
        microphone.run(seconds: 90)
        #expect(abs(microphone.estimator.drift + 137) < 10)
    }

    @Test func missingAudioIsReplacedAndLateTimestampsAreIgnored() {
        var microphone = SimulatedMicrophone(drift: 50, wander: 0)
        microphone.run(seconds: 30)
        #expect(microphone.steps == 0)
        microphone.lose(0.3)
        microphone.run(seconds: 30)
        #expect(microphone.steps == 1)
        #expect(abs(microphone.difference) < 0.005)
        #expect(abs(microphone.estimator.drift - 50) < 20)
    }

    @Test func excessiveDriftIsReported() {
        var microphone = SimulatedMicrophone(drift: 900, wander: 0)
        microphone.run(seconds: 120)
        #expect(microphone.correction.isExceeded)
        #expect(microphone.correction.partsPerMillion == RateCorrection.limit)
        // The part that the rate cannot correct is discarded.
        #expect(microphone.steps > 0)
        #expect(microphone.worst < 0.020)
    }

    /// The first seconds of a joined stream look like a fast clock.
    @Test func excessIsEstablishedAfterALongObservation() {
        var excess = DriftExcess()
        for second in 1...29 {
            excess.observe(isExceeded: true, observedSeconds: second)
            #expect(!excess.isEstablished, "after \(second) s")
        }
        excess.observe(isExceeded: true, observedSeconds: 30)
        #expect(excess.isEstablished)
        excess.observe(isExceeded: false, observedSeconds: 31)
        #expect(!excess.isEstablished)
        for second in 32...51 { excess.observe(isExceeded: second > 35, observedSeconds: second) }
        #expect(!excess.isEstablished, "the estimate exceeded the limit for 16 s only")
    }

    @Test func inputRateIsInMillihertz() {
        var correction = RateCorrection()
        #expect(correction.inputRate(48_000) == 48_000_000)
        _ = correction.next(drift: 100, difference: 0, elapsed: 60)
        #expect(correction.inputRate(48_000) == 48_004_800)
    }

    @Test func timesAtTheLimitsOf64BitsDoNotTrap() {
        var estimator = DriftEstimator(rate: 48_000, position: .max - 10, time: MediaInstant(nanoseconds: .max - 10))
        estimator.observe(position: .min, time: .distantPast)
        estimator.observe(position: .max, time: .distantPast)
        estimator.observe(position: .max, time: .distantFuture)
        #expect(estimator.drift.isFinite)
        #expect(estimator.time(of: .min, since: .distantFuture).isFinite)
    }
}

/// A simulated microphone with a drifting sample clock, and the correction of its drift.
private struct SimulatedMicrophone {
    static let rate = 48_000
    static let block = 960

    private let mean: Double
    private let wander: Double
    private var position: Int64 = 0
    /// The true time of the next block and its output time, in seconds.
    private var (truth, given) = (0.0, 0.0)
    private var random = SplitMix(state: 7)
    private(set) var estimator = DriftEstimator(rate: rate, position: 0, time: .zero)
    private(set) var correction = RateCorrection()
    var isCorrected = true
    private(set) var steps = 0
    private(set) var (worst, worstSettled) = (0.0, 0.0)
    /// The maximum rate change, in parts per million per second.
    private(set) var steepest = 0.0

    init(drift: Double, wander: Double) {
        mean = drift
        self.wander = wander
    }

    /// The current drift of the crystal: a triangle wave of two hours, like a room that warms up and cools down.
    var drift: Double {
        let phase = truth / 7200 - (truth / 7200).rounded(.down)
        return mean + wander * (4 * abs(phase - 0.5) - 1)
    }
    var difference: Double { truth - given }

    mutating func lose(_ seconds: Double) { truth += seconds }

    mutating func run(seconds: Double) {
        let end = truth + seconds
        let length = Double(Self.block) / Double(Self.rate)
        while truth < end {
            let stamp = truth + late()
            estimator.observe(position: position, time: MediaInstant(nanoseconds: Int64(stamp * 1e9)))
            updateWorst()
            if isCorrected { correct(length) }
            given += length / (1 + correction.partsPerMillion / 1e6)
            truth += length / (1 + drift / 1e6)
            position += Int64(Self.block)
        }
    }

    private mutating func correct(_ length: Double) {
        let before = correction.partsPerMillion
        let behind = estimator.time(of: position, since: .zero) / 1e9 - given
        switch correction.next(drift: estimator.drift, difference: behind, elapsed: length) {
        case .resample: steepest = max(steepest, abs(correction.partsPerMillion - before) / length)
        case .insert(let seconds): step(seconds)
        case .drop(let seconds): step(-seconds)
        }
    }

    private mutating func step(_ seconds: Double) {
        given += seconds
        steps += 1
    }

    private mutating func updateWorst() {
        worst = max(worst, abs(difference))
        if truth > 300 { worstSettled = max(worstSettled, abs(difference)) }
    }

    /// Returns a delay of up to 8 ms; for one block in five thousand up to half a second.
    private mutating func late() -> Double {
        random.next() % 5000 == 0 ? random.unit() * 0.5 : random.unit() * 0.008
    }
}

private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) / 0x1p53 }
}
