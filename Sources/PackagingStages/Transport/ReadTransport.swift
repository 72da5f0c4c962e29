package import Media
package import StageKit

/// Reads the coded samples of a transport stream or of packed audio, without GStreamer.
package struct ReadTransport: Source {
    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var program: Int?
        package var maxDamage = 0

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required(
                    "path", \.path,
                    "Input file: transport packets of 188, 192 (M2TS) or 204 bytes, or AAC, "
                        + "AC-3, E-AC-3 or MPEG audio without a container."),
                .option("tracks", \.tracks, "Tracks to read."),
                .option(
                    "program", \.program, in: 0...65535,
                    "Program number to read; by default the first program with "
                        + "supported video, otherwise with supported audio."),
                .option(
                    DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange, DamageReport.limitHelp),
            ]
        }
    }

    package static let kind = "ts.read"
    package static let abstract =
        "Reads the coded samples of an MPEG-2 transport stream or of packed audio."

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        try await TransportReading([.init([.init(options.path)])], options).run(
            output: output, context: context)
    }
}
