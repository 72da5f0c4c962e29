import CGStreamer
package import Media
package import StageKit

/// The coded samples of a file's tracks, as they are.
package struct FileRead: Source {
    package static let kind = "file.read"
    package static let abstract = "Reads the coded samples of any container that GStreamer demuxes."

    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var maxDamage = 0
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "the file to read"),
                .option("tracks", \.tracks, "which tracks are read"),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp),
            ]
        }
    }

    private let input: DemuxedInput
    package init(options: Options) throws {
        input = DemuxedInput(path: options.path, tracks: options.tracks, maxDamage: options.maxDamage)
    }

    /// Reads what a playlist leads to.
    package init(_ input: DemuxedInput) { self.input = input }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let pipeline = try input.pipeline(context, .samples)
        let run = SourceRun(pipeline, output: output)
        let input = input
        let branches = PadBranches(of: pipeline.element("streams"), run: run, context: context, delays: input.delays) {
            kind in
            kind == .container
        } choose: { caps throws(StageError) in
            try Self.branch(caps, of: input, context)
        }
        defer { withExtendedLifetime(branches) {} }
        try await run.runFile(context, maxDamage: input.maxDamage)
    }

    private static func branch(
        _ caps: CapsFields, of input: DemuxedInput, _ context: StageContext
    ) throws(StageError) -> PadBranches<Sample>.Branch {
        guard input.tracks.takes(caps.kind) else {
            input.warnOfSubtitles(caps, context)
            return .discard
        }
        switch CodedStream(caps) {
        case .pictures(let elements, let coding):
            return .deliver(elements) { run, sink, id in
                run.add(sink, id, CodedPictures(coding, context: context, leftOut: run.leftOut(of: id)))
            }
        case .sound(let elements, let coding):
            return .deliver(elements) { run, sink, id in
                run.add(sink, id, CodedSound(coding, leftOut: run.leftOut(of: id)))
            }
        case .text(let elements, let isMarkup):
            return .deliver(elements) { run, sink, id in
                run.add(
                    sink, id, TextCues(isMarkup: isMarkup, context: context, leftOut: run.leftOut(of: id)),
                    isSparse: true)
            }
        case nil:
            let remedy = sluice_gst_is_decodable(caps.caps) ? "; encode it" : ", and no decoder of it is installed"
            return .leaveOut(
                LeftOut("", format: caps.codecName, reason: "which \(input.family).read does not carry\(remedy)"))
        }
    }
}
