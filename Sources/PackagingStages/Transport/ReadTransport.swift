package import Media
package import StageKit

/// Reads the coded samples of a transport stream, packed audio or raw video, without GStreamer.
package struct ReadTransport: Source, MediaTypeDeclaring, PaceDeclaring {
    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var program: Int?
        package var frameRate: Ratio?
        package var maxDamage = 0
        package var allowMissing: [EssentialTracks] = []

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required(
                    "path", \.path,
                    "Input file: transport packets of 188, 192 (M2TS) or 204 bytes, or H.264, HEVC, AV1, AAC, "
                        + "AC-3, E-AC-3 or MPEG audio without a container."),
                .option("tracks", \.tracks, "Tracks to read."),
                program(\.program), frameRate(\.frameRate),
                .option(
                    DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange, DamageReport.limitHelp),
                .option(EssentialTracks.optionName, \.allowMissing, EssentialTracks.optionHelp),
            ]
        }
    }

    package static let kind = "ts.read"
    package static let abstract =
        "Reads the coded samples of an MPEG-2 transport stream, or of audio or video without a container."

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try await TransportReading(options).run(output: output, context: context)
    }
}

extension ReadTransport {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
}

extension ReadTransport.Options {
    /// The option that selects a program of a transport stream.
    package static func program<Root: OptionGroup>(_ path: any WritableKeyPath<Root, Int?> & Sendable) -> OptionField<
        Root
    > {
        OptionField<Root>.option(
            "program", path, in: 0...65535,
            "Program of a transport stream by its number; by default the first program with supported video, otherwise "
                + "with supported audio.")
    }

    /// The option that sets the frame rate of video that declares none.
    package static func frameRate<Root: OptionGroup>(_ path: any WritableKeyPath<Root, Ratio?> & Sendable)
        -> OptionField<Root>
    {
        OptionField<Root>.option(
            "frame-rate", path, "Frame rate of video without a container; by default the rate that it declares.")
    }
}
