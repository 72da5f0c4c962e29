import Media
import StageKit

@testable import GStreamerStages

/// Returns the messages of a test pattern, small enough to encode quickly.
func testFrames(
    rate: Ratio, duration: MediaTime, size: PixelSize = PixelSize(width: 160, height: 96),
    pattern: TestVideo.Pattern = .ball
) async throws -> [Message<Frame>] {
    var options = TestVideo.Options()
    (options.rate, options.duration, options.size, options.pattern) = (rate, duration, size, pattern)
    options.hasTimeCode = false
    let collector = Collector<Frame>()
    try await TestVideo(options: options).run(output: collector, context: .alone())
    return collector.messages
}

/// Marks the first frame at or after each boundary of a grid, like `keyframe.force`.
func marked(_ messages: [Message<Frame>], every interval: MediaTime) -> [Message<Frame>] {
    let grid = SegmentGrid(interval: interval)
    var last: Int64 = -1
    return messages.map { message in
        guard case .payload(var frame) = message else { return message }
        let index = grid.index(at: frame.presentationTime)
        frame.mustBeSync = index > last
        last = index
        return .payload(frame)
    }
}

/// Returns the times of the frames that must be sync samples.
func markedTicks(_ messages: [Message<Frame>]) -> [Int64] {
    messages.compactMap { message in
        guard case .payload(let frame) = message, frame.mustBeSync else { return nil }
        return frame.presentationTicks
    }
}

/// Returns frames at these times, in ticks of 1/90000 s.
func frames(at times: [Int64], size: PixelSize = PixelSize(width: 64, height: 48)) -> [Message<Frame>] {
    let id = Track.ID(rawValue: 900)
    let caps = "video/x-raw,format=I420,width=\(size.width),height=\(size.height),framerate=0/1"
    let format = RawVideoFormat(pixelFormat: "I420", size: size)
    var messages: [Message<Frame>] = [.track(Track(id: id, format: .rawVideo(format), timescale: 90_000))]
    for (index, time) in times.enumerated() {
        let bytes = [UInt8](repeating: UInt8(16 + index * 3 % 200), count: size.width * size.height * 3 / 2)
        let content = GStreamerFrame(copying: bytes, caps: caps)!
        let next = index + 1 < times.count ? times[index + 1] : time + 3000
        messages.append(
            .payload(
                Frame(track: id, timescale: 90_000, presentationTicks: time, duration: next - time, content: content)))
    }
    return messages + [.end(id)]
}
