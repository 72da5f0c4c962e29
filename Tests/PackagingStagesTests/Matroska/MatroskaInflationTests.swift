import CZlib
import Media
import Testing

@testable import PackagingStages

@Suite struct MatroskaInflationTests {
    private func deflated(_ bytes: [UInt8]) -> ByteSlice {
        var count = compressBound(uLong(bytes.count))
        var target = [UInt8](repeating: 0, count: Int(count))
        compress(&target, &count, bytes, uLong(bytes.count))
        return ByteSlice(copying: Array(target.prefix(Int(count))))
    }

    @Test(arguments: [0, 1, 4096, 4097, 3_000_000]) func framesOfAnySizeAreInflated(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 900) }
        #expect(MatroskaInflation.inflate(deflated(bytes), count + 1) == bytes)
    }

    @Test func framesBeyondTheLimitAndDamagedOnesAreRefused() {
        let frame = deflated([UInt8](repeating: 7, count: 1 << 20))
        #expect(MatroskaInflation.inflate(frame, 1 << 20 - 1) == nil)
        #expect(MatroskaInflation.inflate(frame, 1 << 20)?.count == 1 << 20)
        #expect(MatroskaInflation.inflate(frame.slice(0..<frame.count / 2), 1 << 20) == nil)
        #expect(MatroskaInflation.inflate(ByteSlice(copying: [1, 2, 3]), 1 << 20) == nil)
        #expect(MatroskaInflation.inflate(ByteSlice(copying: []), 1 << 20) == nil)
    }
}
