import Packaging
import SystemFiles
package import Media
package import StageKit

extension TimedTextFile.Syntax: OptionValue {}

/// Reads a subtitle file and emits its cues as a text track.
package struct ReadText: Source, MediaTypeDeclaring, PaceDeclaring {
    package struct Options: StageOptions {
        package var path = ""
        package var syntax: TimedTextFile.Syntax?
        package var offset = SignedTime(time: .zero)
        package var encoding: TextEncodingName?

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "Subtitle file: WebVTT, SubRip, Advanced SubStation Alpha or TTML."),
                .option("syntax", \.syntax, "Format of the file; by default detected from its first line."),
                .option("offset", \.offset, "Offset added to all times; may be negative."),
                .option("text-encoding", \.encoding, TextEncodingName.help),
            ]
        }
    }

    package static let kind = "text.read"
    package static let abstract = "Reads a subtitle file in WebVTT, SubRip, Advanced SubStation Alpha or TTML."

    private static let batchCount = 512

    private let options: Options

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        self.options = options
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let content: ByteSlice
        do throws(MappedFile.Failure) {
            content = try MappedFile(path: options.path).content
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
        let cues = try SubtitleSamples(content, options, context)
        try await output.send(.track(cues.track))
        var batch: [Message<Sample>] = []
        for sample in cues.samples where !context.stop.isRaised {
            batch.append(.payload(sample))
            guard batch.count == Self.batchCount else { continue }
            try await output.send(batch)
            batch = []
        }
        try await output.send(batch + [.end(cues.track.id)])
    }
}

extension ReadText {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { [.text] }
}
