import CGStreamer
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct DamageMonitorTests {
    private static func frame(_ index: UInt) -> SluiceGstPadItem {
        var item = SluiceGstPadItem()
        (item.kind, item.presentation, item.duration) = (SLUICE_GST_PAD_ITEM_BUFFER, index * 20, 20)
        item.is_sync = index == 0
        return item
    }

    /// A decoder that is stopped may discard a frame and output a later one.
    @Test(arguments: [(isStopped: false, lost: 1), (isStopped: true, lost: 0)])
    func framesDiscardedAfterTheStopAreNotLost(isStopped: Bool, lost: Int) throws {
        let monitor = DamageMonitor(.frames)
        let stream = monitor.stream("video")
        for index in UInt(0)..<3 { stream.enter(Self.frame(index), of: 1) }
        stream.leave(Self.frame(0))
        if isStopped { monitor.close() }
        stream.leave(Self.frame(2))
        #expect(try #require(monitor.figures.first).lost == lost)
    }
}
