package import Media
package import StageKit

/// Converts frames to a format that the next stage accepts.
package struct FrameConvert: Transform, MediaTypeDeclaring {
    package static let kind = "frame.convert"
    package static let abstract = "Converts frames to an accepted pixel or sample format if they have another one."

    package struct Options: StageOptions {
        package var pixelFormats: [String] = []
        package var sampleFormats: [String] = []
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option(
                    "pixel-formats", \.pixelFormats,
                    "Accepted pixel formats by GStreamer name, preferred first; empty leaves video unchanged."),
                .option(
                    "sample-formats", \.sampleFormats,
                    "Accepted sample formats, such as F32LE, preferred first; empty leaves audio unchanged."),
            ]
        }
    }

    package var distribution: Distribution { .stateless }

    private let options: Options
    private var converters: [Track.ID: FrameConverter] = [:]

    package init(options: Options) throws {
        for name in options.pixelFormats + options.sampleFormats where !name.isPlainName {
            throw StageError(.invalidOptions, "'\(name)' is not a format name")
        }
        self.options = options
    }

    package mutating func receive(_ message: Message<Frame>, _ effects: inout Effects<Frame>) throws {
        switch message {
        case .track(let track): effects.emit(message: .track(try announced(track)))
        case .payload(let frame):
            effects.emit(try converters[frame.track]?.convert(frame) ?? frame)
        case .end(let id):
            converters[id] = nil
            effects.emit(message: message)
        case .gap: effects.emit(message: message)
        }
    }

    /// The colour description after a conversion: RGB formats have no matrix and full range.
    private static func colour(_ colour: ColourDescription?, of pixelFormat: String) -> ColourDescription? {
        let isRGB = pixelFormat.uppercased().contains("RGB") || pixelFormat.uppercased().contains("BGR")
        guard let colour else { return nil }
        if isRGB {
            return ColourDescription(
                primaries: colour.primaries, transfer: colour.transfer, matrix: 0, isFullRange: true)
        }
        return colour.matrix == 0 ? nil : colour
    }

    /// The track with its output format.
    private mutating func announced(_ track: Track) throws -> Track {
        var target = track.format
        switch target {
        case .rawVideo(var format):
            guard let wanted = options.pixelFormats.first, !options.pixelFormats.contains(format.pixelFormat) else {
                break
            }
            format.colour = Self.colour(format.colour, of: wanted)
            format.pixelFormat = wanted
            target = .rawVideo(format)
        case .rawAudio(var format):
            guard let wanted = options.sampleFormats.first, !options.sampleFormats.contains(format.sampleFormat) else {
                break
            }
            format = format.interleaved
            format.sampleFormat = wanted
            target = .rawAudio(format)
        default: break
        }
        converters[track.id] = nil
        guard target != track.format else { return track }
        converters[track.id] = try FrameConverter(from: track.format, to: target)
        var converted = track
        converted.format = target
        return converted
    }
}
