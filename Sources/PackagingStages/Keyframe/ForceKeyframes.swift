package import Media
package import StageKit

/// Marks the frames to encode as sync samples, so that segments can start on the grid.
///
/// Marks the first frame of a track and, for each boundary, the first frame at or after it. The grid is anchored at
/// `start` and does not depend on the frame rate.
package struct ForceKeyframes: ImmediateTransform, MediaTypeDeclaring {
    package struct Options: StageOptions {
        package var interval = MediaTime.seconds(6)
        package var start = MediaTime.zero

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option(
                    "interval", \.interval, in: .milliseconds(100)...(.seconds(3600)),
                    "Interval between segment boundaries."),
                .option("start", \.start, "Start of the boundary grid, on the timeline of the source."),
            ]
        }
    }

    package static let kind = "keyframe.force"
    package static let abstract = "Marks the first frame at or after each segment boundary as a future sync sample."
    package static var mediaTypes: Set<MediaType> { [.video] }

    /// The grid of the marked frames.
    package let grid: SegmentGrid
    package var distribution: Distribution { .stateless }
    /// The next boundary of each track, in the track's ticks.
    private var nextBoundary: [Track.ID: Int64] = [:]

    package init(options: Options) {
        grid = SegmentGrid(start: options.start, interval: options.interval)
    }

    package mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) {
        switch message {
        case .track(let track):
            effects.emit(message: .track(track))
        case .payload(var frame):
            mark(&frame)
            effects.emit(frame)
        case .gap(let id, _), .end(let id):
            // The first frame after a gap must be a sync sample, because players may have no frame before it.
            nextBoundary[id] = nil
            effects.emit(message: message)
        }
    }

    private mutating func mark(_ frame: inout Frame) {
        if let boundary = nextBoundary[frame.track], frame.presentationTicks < boundary { return }
        frame.mustBeSync = true
        nextBoundary[frame.track] = grid.boundary(after: frame.presentationTime)
            .ticks(at: frame.timescale, rounding: .up)
    }
}
