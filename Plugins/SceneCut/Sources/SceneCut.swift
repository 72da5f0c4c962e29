import Media
import StageKit

/// Marks the first frame of each scene, so that a downstream encoder makes it a sync sample.
struct SceneCut: Transform {
    struct Options: StageOptions {
        var threshold = 0.12
        var distance = MediaTime(value: 1, timescale: 2)

        static var fields: [OptionField<Options>] {
            [
                .option(
                    "threshold", \.threshold, in: 0.01...1,
                    "minimum mean brightness change that starts a scene; 1 is the change from black to white"
                ),
                .option("distance", \.distance, "minimum distance between marks, so that flashes do not start scenes"),
            ]
        }
    }

    static let kind = "scene.cut"
    static let abstract = "Marks the first frame of each scene as a keyframe."
    static let mediaTypes: Set<MediaType> = [.video]
    // Formats with a separate luma plane of one byte per pixel.
    static let inputFormats = FrameFormats(pixel: ["I420", "NV12", "YV12", "Y42B", "Y444", "NV21", "GRAY8"])

    /// A portion depends on the frame before it, and on the marks within the distance.
    var distribution: Distribution { .portions(warmUp: options.distance + .seconds(1)) }

    private let options: Options
    private var tracks: [Track.ID: Scene] = [:]

    /// The state of the current scene of a track.
    private struct Scene {
        var format: MediaFormat
        var last: BrightnessGrid?
        var mark: MediaTime?
    }

    init(options: Options) { self.options = options }

    mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) throws {
        switch message {
        case .track(let track): tracks[track.id] = Scene(format: track.format)
        case .end(let id): tracks[id] = nil
        case .gap(let id, _): tracks[id]?.last = nil
        case .payload(var frame):
            if try begins(frame) {
                frame.mustBeSync = true
                effects.reportNote("scene-cut", "new scene at \(frame.presentationTime)")
            }
            return effects.emit(frame)
        }
        effects.emit(message: message)
    }

    /// Returns whether a frame starts a new scene.
    private mutating func begins(_ frame: Frame) throws -> Bool {
        guard var scene = tracks[frame.track] else { return false }
        let grid = try frame.withPixels(as: scene.format) { BrightnessGrid($0) }
        let time = frame.presentationTime
        defer { tracks[frame.track] = scene }
        let change = scene.last.map { $0.distance(to: grid) } ?? 0
        scene.last = grid
        if frame.mustBeSync { scene.mark = time }
        guard change >= options.threshold else { return false }
        if let mark = scene.mark, time - mark < options.distance { return false }
        scene.mark = time
        return true
    }
}
