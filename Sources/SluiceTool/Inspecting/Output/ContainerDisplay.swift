import GStreamerStages
import Media

/// Prints the streams of containers that GStreamer reads, such as Matroska, Ogg, FLAC, WAVE, AVI, FLV and MP3.
struct ContainerDisplay {
    private let path: String
    private let format: String
    private let contents: ContainerContents
    private let listsSamples: Bool

    /// Reads the file; nil if it has none of these formats.
    init?(_ content: ByteSlice, path: String, listsSamples: Bool) async {
        guard let format = ContainerSignature.name(content) else { return nil }
        self.path = path
        self.format = format
        self.listsSamples = listsSamples
        contents = await ContainerInspection(path: path, listsPackets: listsSamples).read()
    }

    /// Prints the streams, then the error that ended reading, if any.
    func show(isJSON: Bool) -> ExitCode {
        if isJSON {
            Console.write(
                JSONText.text(ContainerJSON(contents, file: path, format: format, listsSamples: listsSamples)))
        } else {
            showText()
        }
        guard let failure = contents.failure else { return .done }
        Console.error("error: \(failure)\n")
        return .runFailed
    }

    private func showText() {
        let duration = contents.duration.map { ", \(Self.seconds($0)) s" } ?? ""
        Console.write("\(format)\(duration)\n")
        for stream in contents.streams {
            Console.write("\(Self.line(stream))\n")
            if let problem = stream.problem { Console.write("(\(stream.name): \(problem))\n") }
            for (number, packet) in stream.packets.enumerated() { Console.write(Self.row(number, packet)) }
        }
        Console.write(ChapterLines(contents.chapters).text)
        for problem in contents.problems { Console.write("(\(problem))\n") }
    }

    private static func line(_ stream: ContainerContents.Stream) -> String {
        var words = ["\(stream.name): \(stream.codec ?? stream.codecName)"]
        if let codec = stream.containerCodec { words[0] += " (\(codec))" }
        if let size = stream.size { words.append(size.description) }
        if let rate = stream.sampleRate {
            let channels = stream.channelCount.map { ", \($0) channels" } ?? ""
            words.append("\(rate) Hz\(channels)")
        }
        if let language = stream.language { words.append(language) }
        if let title = stream.title { words.append("'\(title)'") }
        words.append("\(stream.sampleCount) samples, \(stream.byteCount) bytes")
        if stream.size != nil { words.append("\(stream.syncCount) keyframes") }
        if stream.priming > 0 { words.append("priming \(stream.priming)") }
        if stream.untimedCount > 0 { words.append("\(stream.untimedCount) without a presentation time") }
        if let start = stream.presentationStart, let end = stream.presentationEnd {
            words.append("presented from \(seconds(start)) s to \(seconds(end)) s")
        }
        return words.joined(separator: ", ")
    }

    private static func row(_ number: Int, _ packet: ContainerContents.Packet) -> String {
        let duration = packet.duration.map { seconds($0) } ?? "-"
        let times =
            [("dts", packet.decode), ("pts", packet.presentation)]
            .map { "\($0) \($1.map { seconds($0) } ?? "-")  " }.joined() + "duration \(duration)"
        let units = packet.units.joined(separator: " ")
        return "  \(number)  \(times)  size \(packet.size)  \(packet.isSync ? "sync" : "-")"
            + "\(units.isEmpty ? "" : "  \(units)")\n"
    }

    private static func seconds(_ time: MediaInstant) -> String { MediaTime(time).decimal(places: 6) }
    private static func seconds(_ duration: Duration) -> String { MediaTime(duration).decimal(places: 6) }
}

/// The JSON form of a container's streams. Times are in nanoseconds.
private struct ContainerJSON: Encodable {
    struct Sample: Encodable {
        var dts: Int64?
        var pts: Int64?
        var duration: Int64?
        var size: Int
        var sync: Bool
        var units: [String]
    }

    struct Stream: Encodable {
        var id: String
        var type: MediaType?
        var codec: String?
        var codecName: String
        var containerCodec: String?
        var width: Int?
        var height: Int?
        var displayWidth: Int?
        var displayHeight: Int?
        var sampleRate: Int?
        var channelCount: Int?
        var language: String?
        var title: String?
        var sampleCount: Int
        var syncSampleCount: Int
        var untimedSampleCount: Int
        var byteCount: Int
        var priming: Int
        var presentationStart: Int64?
        var presentationEnd: Int64?
        var problem: String?
        var samples: [Sample]?

        init(_ stream: ContainerContents.Stream, listsSamples: Bool) {
            (id, codec, codecName) = (stream.name, stream.codec, stream.codecName)
            type = stream.mediaType
            (containerCodec, problem) = (stream.containerCodec, stream.problem)
            (width, height) = (stream.size?.width, stream.size?.height)
            (displayWidth, displayHeight) = (stream.displaySize?.width, stream.displaySize?.height)
            (sampleRate, channelCount) = (stream.sampleRate, stream.channelCount)
            (language, title, priming) = (stream.language, stream.title, stream.priming)
            (sampleCount, syncSampleCount) = (stream.sampleCount, stream.syncCount)
            (byteCount, untimedSampleCount) = (stream.byteCount, stream.untimedCount)
            (presentationStart, presentationEnd) = (
                stream.presentationStart?.nanoseconds, stream.presentationEnd?.nanoseconds
            )
            guard listsSamples else { return }
            samples = stream.packets.map {
                Sample(
                    dts: $0.decode?.nanoseconds, pts: $0.presentation?.nanoseconds, duration: $0.duration?.nanoseconds,
                    size: $0.size, sync: $0.isSync, units: $0.units)
            }
        }
    }

    var file: String
    var format: String
    var duration: Int64?
    var streams: [Stream]
    /// In milliseconds.
    var chapters: [ChapterList.Chapter]?
    var problems: [String]
    var error: String?

    init(_ contents: ContainerContents, file: String, format: String, listsSamples: Bool) {
        (self.file, self.format, duration) = (file, format, contents.duration?.nanoseconds)
        streams = contents.streams.map { Stream($0, listsSamples: listsSamples) }
        chapters = contents.chapters.isEmpty ? nil : contents.chapters.chapters
        (problems, error) = (contents.problems, contents.failure)
    }
}
