import Foundation
import ISOMedia
import Media
import ReadingStages
import StageKit
import SystemFiles

/// The tracks of a movie file, and whether browsers can play them.
struct SourceTracks: Codable {
    struct Entry: Codable {
        var type: MediaType
        /// The RFC 6381 codec string; nil if it is unknown.
        var codec: String?
        /// The size in square pixels, turned as it is presented.
        var size: PixelSize?
        var frameRate: Ratio?
        /// The end of the media.
        var end: MediaTime?
        /// The end of the presentation if edits omit, repeat or pause media; nil for others.
        var editedEnd: MediaTime?

        init(_ type: MediaType, _ format: MediaFormat?, end: MediaTime?) {
            (self.type, self.end) = (type, end)
            switch format {
            case .codedVideo(let video):
                (codec, size) = (video.configuration.codecString, video.displaySize)
                frameRate = video.nominalFrameRate
            case .codedAudio(let audio): codec = audio.configuration.codecString
            default: break
            }
        }
    }

    private(set) var entries: [Entry] = []

    /// The codecs that current browsers decode, by the starts of their codec strings. H.264 is limited to the profiles
    /// with 8 bits and 4:2:0.
    private static let playable = [
        "avc1.42", "avc1.4d", "avc1.58", "avc1.64", "avc3.42", "avc3.4d", "avc3.58", "avc3.64", "av01", "vp09",
        "mp4a", "opus", "fLaC", "mp3",
    ]

    /// The output of `sluice inspect --json` for containers.
    private struct Inspection: Decodable {
        struct Stream: Decodable {
            var type: MediaType?
            var codec: String?
            var width: Int?
            var height: Int?
            var displayWidth: Int?
            var displayHeight: Int?
            var presentationStart: Int64?
            var presentationEnd: Int64?
        }
        var streams: [Stream]
    }

    /// Reads the tables of an MP4 or QuickTime movie; nil for other containers.
    init?(movie file: MappedFile, name: String) throws(StageError) {
        let movie: MovieFile
        do throws(MovieFileError) {
            movie = try MovieFile(reading: file.content)
        } catch {
            guard error != .notAMovie else { return nil }
            throw StageError(.damagedInput, "'\(name)': \(error)")
        }
        for track in movie.tracks {
            guard let type = track.mediaType, type == .video || type == .audio else { continue }
            guard !track.isEncrypted else {
                throw StageError(.unsupportedMedia, "'\(name)' is encrypted, and cannot be transcoded")
            }
            var entry = Entry(type, track.format, end: track.sequenceEnd ?? movie.duration)
            if track.edits.isComplex { entry.editedEnd = track.edits.parts?.last?.end }
            entries.append(entry)
        }
    }

    /// Reads a file as the encoders of its tracks do; nil if GStreamer demultiplexes it.
    init?(reading path: String, name: String) async throws(StageError) {
        var options = FileDecode.Options()
        (options.path, options.tracks, options.maxDamage) = (path, options.tracks.withAngles, Int(Int32.max))
        options.allowMissing = EssentialTracks.allCases
        do {
            guard let found = try await FileDecode(options: options).surveyedTracks() else { return nil }
            entries = found.map { Entry($0.track.mediaType, $0.track.format, end: $0.end) }
        } catch let error as StageError {
            throw error
        } catch {
            throw StageError(.unreadableInput, "'\(name)' cannot be examined: \(error)")
        }
    }

    /// Parses the output of `sluice inspect --json`.
    init(inspection data: Data, name: String) throws(StageError) {
        guard let start = data.firstIndex(of: UInt8(ascii: "{")),
            let found = try? JSONDecoder().decode(Inspection.self, from: data[start...])
        else { throw StageError(.unsupportedMedia, "the tracks of '\(name)' cannot be determined") }
        let media = found.streams.filter { $0.type == .video || $0.type == .audio }
        // Frames are presented from the first time of any stream on.
        let origin = media.compactMap(\.presentationStart).min() ?? 0
        for stream in media {
            guard let type = stream.type else { continue }
            let end = stream.presentationEnd.map { MediaTime(value: $0 - origin, timescale: 1_000_000_000) }
            var entry = Entry(type, nil, end: end)
            entry.codec = stream.codec
            if let width = stream.displayWidth ?? stream.width, let height = stream.displayHeight ?? stream.height {
                entry.size = PixelSize(width: width, height: height)
            }
            entries.append(entry)
        }
    }

    func entries(of type: MediaType) -> [Entry] { entries.filter { $0.type == type } }

    /// Whether browsers can play all tracks of a type.
    func isPlayable(_ type: MediaType) -> Bool {
        entries(of: type).allSatisfy { entry in Self.playable.contains { entry.codec?.hasPrefix($0) ?? false } }
    }

    /// The end of the longest track of a type, whose edits are applied or not.
    func end(of type: MediaType, appliesEdits: Bool) -> MediaTime? {
        entries(of: type).compactMap { appliesEdits ? $0.editedEnd ?? $0.end : $0.end }.max()
    }
}

extension MovieTrack {
    /// The end of all media from the first edit on; nil if it is unknown.
    fileprivate var sequenceEnd: MediaTime? {
        if !edits.isComplex, let length = edits.duration { return edits.initialDelay + length }
        return duration.map { $0 + MediaTime(value: presentationShift, timescale: timescale) }
    }
}

extension MovieEdits.EditPart {
    fileprivate var end: MediaTime? { duration.map { start + $0 } }
}
