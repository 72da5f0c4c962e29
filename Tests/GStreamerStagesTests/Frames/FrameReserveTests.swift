import Testing

@testable import GStreamerStages

@Suite struct FrameReserveTests {
    /// The number of frames that leave their pool while `used` frames are in use at the same time, for this many frames.
    private func leaving(_ reserve: inout FrameReserve, _ used: Int, _ frames: Int) -> Int {
        (0..<frames).count { _ in
            let leaves = reserve.addFrame()
            if reserve.count.used > used { reserve.count.removeFrame() }
            return leaves
        }
    }

    @Test func framesOfAStallLeaveThePool() {
        var reserve = FrameReserve()
        #expect(leaving(&reserve, 20, 1000) == 0)
        // 40 frames wait for the next stage.
        #expect(leaving(&reserve, 60, 40) == 40 - FrameReserve.tolerance - 1)
        for _ in 0..<40 { reserve.count.removeFrame() }
        #expect(leaving(&reserve, 20, 1000) == 0)
    }

    @Test func aHigherUsualNumberStaysInThePool() {
        var reserve = FrameReserve()
        _ = leaving(&reserve, 5, 500)
        // The next stage uses more frames from now on.
        _ = leaving(&reserve, 50, 2 * FrameReserve.period + 50)
        #expect(leaving(&reserve, 50, 500) == 0)
    }
}
