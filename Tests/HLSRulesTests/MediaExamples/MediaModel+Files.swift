import HLS
import ISOMedia
import Media
import HLSRules

/// The files of a presentation that is generated from a model.
struct MediaFiles: Sendable {
    var texts: [String: String] = [:]
    var media: [String: [UInt8]] = [:]
    /// The name of the main playlist.
    var main = "index.m3u8"
}

extension MediaModel {
    /// Writes all files; the multivariant playlist declares the measured values.
    func files() throws -> MediaFiles {
        var files = MediaFiles()
        for rendition in renditions { try rendition.write(to: &files, isEnded: isEnded) }
        guard isPresentation else {
            files.main = "\(renditions[0].name).m3u8"
            return files
        }
        // The measurement requires provisional declarations.
        files.texts["index.m3u8"] = declarations(nil)
        files.texts["index.m3u8"] = declarations(files.measure(.apple).presentation)
        return files
    }

    private func declarations(_ measured: MeasuredPresentation?) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        func found(_ uri: String) -> MeasuredRendition? {
            measured?.measured.first { $0.rendition.uri == uri }?.measured
        }
        let audio = renditions.filter { $0.kind == .audio }
        let text = renditions.filter { $0.kind == .subtitles }
        lines += audio.map {
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0.name)\",LANGUAGE=\"en\",URI=\"\($0.name).m3u8\""
        }
        lines += text.map {
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"t\",NAME=\"\($0.name)\",LANGUAGE=\"en\",URI=\"\($0.name).m3u8\""
        }
        let sound = audio.compactMap { found("\($0.name).m3u8") }
        let others = sound + text.compactMap { found("\($0.name).m3u8") }
        for rendition in renditions where rendition.kind == .variant {
            let own = found("\(rendition.name).m3u8")
            let groups = (audio.isEmpty ? "" : ",AUDIO=\"a\"") + (text.isEmpty ? "" : ",SUBTITLES=\"t\"")
            lines.append("#EXT-X-STREAM-INF:" + Self.attributes(own, others, sound) + groups)
            lines.append("\(rendition.name).m3u8")
            if rendition.hasIFrames {
                let peak = found("\(rendition.name)-i.m3u8")?.bandwidth?.peak ?? 1
                lines.append("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(peak),URI=\"\(rendition.name)-i.m3u8\"")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func attributes(
        _ own: MeasuredRendition?, _ others: [MeasuredRendition], _ sound: [MeasuredRendition]
    ) -> String {
        guard let own, let video = own.video?.header.video, let rate = own.video?.rate else { return "BANDWIDTH=1" }
        let bandwidth = others.compactMap(\.bandwidth).reduce(own.bandwidth ?? .zero) { $0 + $1 }
        let codecs = (own.codecs + sound.flatMap(\.codecs)).joined(separator: ",")
        let width = Int((Double(video.size.width) * video.pixelAspect.value).rounded())
        let range = video.colour?.transfer == 16 ? "PQ" : "SDR"
        return "BANDWIDTH=\(bandwidth.peak),AVERAGE-BANDWIDTH=\(bandwidth.average),CODECS=\"\(codecs)\","
            + "RESOLUTION=\(width)x\(video.size.height),FRAME-RATE=\(Int(rate.rounded())).000,VIDEO-RANGE=\(range)"
    }
}

extension MediaModel.Rendition {
    func write(to files: inout MediaFiles, isEnded: Bool) throws {
        var lines =
            ["#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:\(target)", "#EXT-X-MEDIA-SEQUENCE:0"] + headLines
        var pictures = lines.filter { !$0.contains("INDEPENDENT") } + ["#EXT-X-I-FRAMES-ONLY"]
        if text == nil, container == .fragments {
            files.media["\(name)/init.mp4"] = try initialization(tracks)
            lines.append("#EXT-X-MAP:URI=\"\(name)/init.mp4\"")
            pictures.append("#EXT-X-MAP:URI=\"\(name)/init.mp4\"")
        }
        for (index, segment) in segments.prefix(listed ?? segments.count).enumerated() {
            if let change = changes[index] {
                files.media["\(name)/init-\(index).mp4"] = try initialization(change)
                lines.append("#EXT-X-MAP:URI=\"\(name)/init-\(index).mp4\"")
            }
            let uri = "\(name)/\(index).\(fileExtension)"
            let (bytes, fragments) = content(of: segment)
            files.media[uri] = try key.map { try AESEncryption.encrypt(bytes, key: $0) } ?? bytes
            if let key { files.media["key"] = key }
            if hasParts { lines += parts(of: segment, uri, fragments) }
            lines += segment.lines + ["#EXTINF:\(segment.duration),", uri]
            if hasIFrames, let first = segment.fragments.first?.runs.first?.samples.first {
                let header =
                    fragments[0].count - segment.fragments[0].runs.flatMap(\.samples).reduce(0) { $0 + $1.size }
                pictures += ["#EXTINF:\(segment.duration),", "#EXT-X-BYTERANGE:\(header + first.size)@0", uri]
            }
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        files.texts["\(name).m3u8"] = lines.joined(separator: "\n") + "\n"
        if hasIFrames { files.texts["\(name)-i.m3u8"] = (pictures + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n" }
    }

    private var fileExtension: String {
        guard text == nil else { return "vtt" }
        return switch container {
        case .fragments: "m4s"
        case .transport: "ts"
        case .packedAudio: "aac"
        }
    }

    private func content(of segment: MediaModel.Segment) -> (bytes: [UInt8], fragments: [Range<Int>]) {
        if let text { return (Array(text.utf8), []) }
        return switch container {
        case .fragments: bytes(segment)
        case .transport: (transportStream(segment) + segment.suffix, [])
        case .packedAudio: (packedAudio(segment) + segment.suffix, [])
        }
    }

    private func parts(of segment: MediaModel.Segment, _ uri: String, _ ranges: [Range<Int>]) -> [String] {
        zip(segment.fragments, ranges).map { fragment, range in
            let duration = fragment.runs[0].samples.reduce(0) { $0 + Double($1.duration) }
            let seconds = duration / Double(tracks[0].description.timescale)
            let independent = fragment.runs[0].samples.first?.isSync == true ? ",INDEPENDENT=YES" : ""
            return
                "#EXT-X-PART:DURATION=\(seconds),URI=\"\(uri)\",BYTERANGE=\"\(range.count)@\(range.lowerBound)\"\(independent)"
        }
    }
}
