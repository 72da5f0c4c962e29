import ISOMedia
import Media

/// Uses a format and one of its samples in the same ways as readers of media.
enum FormatUse {
    /// Compares the sample with the format, and writes an initialization segment that must parse again.
    static func use(_ format: MediaFormat, _ content: ByteSlice) {
        let check = CodecCheck(format, firstSample: content)
        _ = check.contradiction
        let sample = Sample(track: Track.ID(rawValue: 1), timescale: 1000, decodeTicks: 0, duration: 1, bytes: content)
        if let rule = SyncRule(format) { _ = rule.flags(.sync, of: content) }
        _ = ClosedCaptions(format)?.services(in: [sample])
        for format in Set([format, check.format]) {
            name(format)
            rewrite(format)
        }
    }

    private static func name(_ format: MediaFormat) {
        switch format {
        case .codedVideo(let video): _ = (video.configuration.codecString, video.supplementalCodec)
        case .codedAudio(let audio): _ = audio.configuration.codecString
        case .codedData(let data): _ = CodecConfiguration.text(data)
        case .rawVideo, .rawAudio, .timedText: break
        }
    }

    private static func rewrite(_ format: MediaFormat) {
        let track = TrackDescription(id: 1, timescale: 1000, format: format)
        let segment = InitializationSegment(brands: FileBrands(major: "iso6", compatible: ["iso6"]), tracks: [track])
        let quickTime = MovieBox(flavour: .quickTime, timescale: 1000, entries: [MovieBox.Entry(track)])
        if let bytes = try? quickTime.bytes() {
            parse(MovieFileType.mov.brands.fileTypeBox + bytes)
        }
        guard let bytes = try? segment.bytes() else { return }
        parse(bytes)
    }

    private static func parse(_ bytes: [UInt8]) {
        do throws(MovieFileError) {
            let movie = try MovieFile(reading: ByteSlice(copying: bytes))
            require(movie.tracks.count == 1, "a parsed movie box has one track")
        } catch {
            require(false, "a written movie box can be parsed: \(error)")
        }
    }
}
