import CGStreamer
import Testing

@Suite struct CaptureDevicesTests {
    // A device of unknown kind is queried through GStreamer, whose error is then shown.
    @Test(arguments: ["/dev/null", "/dev/does-not-exist"])
    func deviceThatCannotBeQueriedIsNotExcluded(path: String) {
        #expect(sluice_v4l2_kind(path) == SLUICE_V4L2_UNKNOWN)
    }
}
