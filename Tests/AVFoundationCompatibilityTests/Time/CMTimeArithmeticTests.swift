import AVFoundationCompatibility
import Testing

/// The documented rounding and the documented results for values that are not numeric.
@Suite struct CMTimeArithmeticTests {
    @Test func sumOfEqualTimescalesRetainsTimescale() {
        let sum = CMTimeMake(value: 100, timescale: 600) + CMTimeMake(value: 50, timescale: 600)
        #expect(sum.value == 150 && sum.timescale == 600 && !sum.hasBeenRounded)
    }

    @Test func sumOfDifferentTimescalesUsesLeastCommonMultiple() {
        let sum = CMTimeAdd(CMTime(value: 1, timescale: 4), CMTime(value: 1, timescale: 6))
        #expect(sum.value == 5 && sum.timescale == 12 && !sum.hasBeenRounded)
        let difference = CMTimeSubtract(CMTime(value: 1, timescale: 44_100), CMTime(value: 1, timescale: 90_000))
        #expect(difference.timescale == 4_410_000 && difference.value == 100 - 49)
    }

    @Test func sumAboveLargestTimescaleIsRounded() {
        let first = CMTime(value: 1, timescale: 2_147_483_647)
        let sum = CMTimeAdd(first, CMTime(value: 1, timescale: 2_147_483_629))
        #expect(sum.timescale == kCMTimeMaxTimescale && sum.value == 2)
        #expect(sum.hasBeenRounded && (sum + .zero).hasBeenRounded)
    }

    @Test func overflowHalvesTimescale() {
        let large = CMTime(value: .max, timescale: 600)
        let sum = large + large
        #expect(sum.timescale == 300 && sum.value == .max && !sum.hasBeenRounded)
        #expect(CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1) == .positiveInfinity)
        #expect(CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1) == .negativeInfinity)
    }

    @Test func epochsOfOperandsDecideResult() {
        func time(_ epoch: Int64) -> CMTime { CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: epoch) }
        #expect((time(1) + time(2)) == .invalid)
        #expect((time(3) - time(3)).epoch == 0)
        #expect((time(3) + time(0)).epoch == 3)
        #expect(time(1) < time(2) && time(0) < time(1))
    }

    @Test func infinitiesPropagate() {
        let one = CMTime(value: 1, timescale: 1)
        #expect(CMTime.positiveInfinity + one == .positiveInfinity)
        #expect((CMTime.positiveInfinity + .negativeInfinity) == .invalid)
        #expect((CMTime.positiveInfinity - .positiveInfinity) == .invalid)
        #expect(CMTime.positiveInfinity - .negativeInfinity == .positiveInfinity)
        #expect(one - .positiveInfinity == .negativeInfinity)
        #expect(CMTime.positiveInfinity + .indefinite == .positiveInfinity)
        #expect((one + .indefinite).isIndefinite && !(one + .invalid).isValid)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2) == .negativeInfinity)
    }

    @Test func orderIsNegativeInfinityNumbersIndefinitePositiveInfinityInvalid() {
        let order: [CMTime] = [
            .negativeInfinity, CMTime(value: -1, timescale: 3), .zero, .indefinite, .positiveInfinity, .invalid,
        ]
        for (first, second) in zip(order, order.dropFirst()) {
            #expect(first < second && CMTimeCompare(first, second) == -1 && CMTimeCompare(second, first) == 1)
        }
        for time in order { #expect(CMTimeCompare(time, time) == 0) }
        #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
        #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600)]).count == 1)
    }

    @Test(arguments: [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, 3, -3), (.roundTowardZero, 2, -2), (.roundAwayFromZero, 3, -3),
        (.roundTowardPositiveInfinity, 3, -2), (.roundTowardNegativeInfinity, 2, -3), (.quickTime, 2, -2),
        (.default, 3, -3),
    ])
    func conversionRoundsHalvesByMethod(method: CMTimeRoundingMethod, above: Int64, below: Int64) {
        #expect(CMTime(value: 5, timescale: 2).convertScale(1, method: method).value == above)
        let negative = CMTimeConvertScale(CMTime(value: -5, timescale: 2), timescale: 1, method: method)
        #expect(negative.value == below && negative.hasBeenRounded)
    }

    @Test func quickTimeRoundingDependsOnDirectionAndNeverRoundsNegativesToZero() {
        #expect(CMTime(value: 1, timescale: 3).convertScale(4, method: .quickTime).value == 2)
        #expect(CMTime(value: -1, timescale: 600).convertScale(30, method: .quickTime).value == -1)
        #expect(CMTime(value: 1, timescale: 600).convertScale(30, method: .quickTime).value == 0)
    }

    @Test func conversionsOfOtherTimesAreUnchanged() {
        #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
        #expect(CMTime.positiveInfinity.convertScale(600, method: .default) == .positiveInfinity)
        #expect(!CMTime.zero.convertScale(0, method: .default).isValid)
        #expect(CMTime(value: 1, timescale: 2).convertScale(600, method: .default).hasBeenRounded == false)
    }

    @Test func secondsAreRoundedAndMarked() {
        let six = CMTime(seconds: 6, preferredTimescale: 1)
        #expect(six.value == 6 && six.timescale == 1 && !six.hasBeenRounded)
        let tenth = CMTimeMakeWithSeconds(0.123456, preferredTimescale: 600)
        #expect(tenth.value == 74 && tenth.hasBeenRounded)
        #expect(
            !CMTime(seconds: 1, preferredTimescale: 0).isValid && !CMTime(seconds: .nan, preferredTimescale: 1).isValid)
        let halved = CMTime(seconds: 1e10, preferredTimescale: 2_000_000_000)
        #expect(halved.timescale == 500_000_000 && halved.seconds == 1e10)
        #expect(CMTime(seconds: 1e30, preferredTimescale: 600) == .positiveInfinity)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600) == .negativeInfinity)
    }

    @Test func productsAreExactWherePossible() {
        let time = CMTime(value: 43_804, timescale: 600)
        let ratio = CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 4)
        #expect(ratio.value == 43_804 && ratio.timescale == 2400 && !ratio.hasBeenRounded)
        let product = CMTimeMultiplyByFloat64(time, multiplier: 0.25)
        #expect(product == ratio && product.timescale >= 65_536)
        #expect(CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 90_000), multiplier: 2).timescale == 90_000)
        #expect(CMTimeMultiply(CMTime(value: 2, timescale: 3), multiplier: -4).value == -8)
        #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0).isValid)
        #expect(CMTimeMultiplyByRatio(time, multiplier: -1, divisor: 0) == .negativeInfinity)
    }

    @Test func extremeValuesDoNotTrap() {
        let values: [Int64] = [.min, -1, 0, 1, .max]
        let scales: [Int32] = [.min, -1, 0, 1, .max]
        let times = values.flatMap { value in scales.map { CMTime(value: value, timescale: $0) } }
        for first in times {
            _ = CMTimeAbsoluteValue(first).description
            _ = first.hashValue
            for second in times {
                _ = (first + second, first - second, CMTimeCompare(first, second), first == second)
                _ = CMTimeRange(start: first, duration: second).union(CMTimeRange(start: second, duration: first))
            }
            for factor in [Int32.min, -1, 0, 1, .max] {
                _ = CMTimeMultiply(first, multiplier: factor)
                _ = CMTimeMultiplyByRatio(first, multiplier: factor, divisor: .min)
                _ = CMTimeMultiplyByFloat64(first, multiplier: Double(factor) * 1e300)
                _ = first.convertScale(factor, method: .quickTime)
            }
        }
    }
}
