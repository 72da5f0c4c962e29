package import Media

/// A track of a file: its description, and its format if it can be carried.
package struct MatroskaTrack: Sendable {
    package let entry: TrackEntry
    /// nil if the codec is not carried.
    package let coding: TrackCoding?
    /// The track to announce; nil if the track is not carried.
    package private(set) var track: Track?
    /// The reason why the track is not carried, as the end of a sentence; nil if it is.
    package private(set) var obstacle: String?
    /// A contradiction between the decoder configuration and the first frame; nil if there is none.
    package private(set) var contradiction: String?
    private(set) var decoding: FrameDecoding?
    /// Whether the file contains no frame of the track, as far as is known.
    package private(set) var isEmpty = false

    /// Describes a track from its entry; ``complete(_:duration:)`` determines its format.
    init(_ entry: TrackEntry, inflate: Inflater? = nil) {
        let entry = entry.unwrapped
        self.entry = entry
        coding = TrackCoding(codec: entry.codec)
        guard coding != nil else {
            obstacle = Self.obstacle(of: entry)
            return
        }
        do throws(TrackObstacle) {
            decoding = try FrameDecoding(entry.contentEncodings?.encodings ?? [], inflate: inflate)
        } catch {
            obstacle = error.reason
        }
        if entry.number == 0 { obstacle = "whose number is missing" }
    }

    package var mediaType: MediaType? { coding?.mediaType }

    /// Whether the frames are contiguous in the file, as samples contain them.
    package var isStoredInPlace: Bool { decoding?.isIdentity ?? false && coding != .proRes }

    /// The track by its number, for messages.
    package var name: String { "track \(entry.number)" }

    /// The name of the codec, for messages; its identifier if it is unknown.
    package var codecName: String {
        if let facts = CodecFacts(entry) { return [facts.name, kind].compactMap(\.self).joined(separator: " ") }
        let letters = entry.codec.utf8.prefix(64).map { (0x20...0x7e).contains($0) ? $0 : 0x3f }
        return letters.isEmpty ? "an unnamed codec" : String(decoding: letters, as: UTF8.self)
    }

    private var kind: String? { entry.type == 1 ? "video" : entry.type == 2 ? "audio" : nil }

    private static func obstacle(of entry: TrackEntry) -> String {
        switch entry.codec {
        case "S_HDMV/PGS", "S_VOBSUB", "S_DVBSUB": return "which contains images; convert them to text first"
        case let codec where codec.hasPrefix("S_") || entry.type == 17:
            return "which is not read; supported formats are SubRip, WebVTT and Advanced SubStation Alpha"
        default:
            let kind = entry.type == 1 ? "video" : "audio"
            let advice = CodecFacts(entry)?.isDecoded == true ? "; encode it (sluice segment --encode \(kind))" : ""
            return "which HLS in fragmented MP4 does not carry" + advice
        }
    }

    /// Determines the format from the first frame, which is nil if none was found. `duration` is the duration of the segment.
    mutating func complete(_ first: ByteSlice?, duration: MediaTime?) {
        isEmpty = first == nil && coding?.mediaType != .text && decoding != nil
        guard obstacle == nil, let coding, let decoding, let id = UInt32(exactly: entry.number) else {
            if obstacle == nil { obstacle = "whose number exceeds 32 bits" }
            return
        }
        guard first != nil || !coding.needsFrame else {
            obstacle = "which has no frames at the start of the file"
            return
        }
        do throws(TrackObstacle) {
            let record = entry.configuration.flatMap { decoding.configuration($0) }
            let first = first.map(coding.restored)
            var track = try Self.track(id, entry, coding, record: record, first: first)
            check(&track, first)
            guard obstacle == nil else { return }
            track.duration = duration
            label(&track)
            self.track = track
        } catch {
            obstacle = error.reason
        }
    }

    private static func track(
        _ id: UInt32, _ entry: TrackEntry, _ coding: TrackCoding, record: [UInt8]?, first: ByteSlice?
    ) throws(TrackObstacle) -> Track {
        let id = Track.ID(rawValue: id)
        switch coding.mediaType {
        case .video:
            let format = try VideoFormatReader(entry, coding, record: record, first: first).format()
            return Track(
                id: id, format: .codedVideo(format), timescale: TrackFrameRate.timescale(format.nominalFrameRate))
        case .audio:
            let format = try AudioFormatReader(entry, coding, record: record, first: first).format()
            return Track(id: id, format: .codedAudio(format), timescale: Int32(format.sampleRate))
        default: return Track(id: id, format: .timedText(.webVTT), timescale: 1000)
        }
    }

    /// Corrects the format by the first frame.
    private mutating func check(_ track: inout Track, _ first: ByteSlice?) {
        guard let first, track.mediaType != .text else { return }
        let check = CodecCheck(track.format, firstSample: first)
        (track.format, contradiction, obstacle) = (check.format, check.contradiction, check.fault)
    }

    private func label(_ track: inout Track) {
        track.language = language
        track.name = entry.name.flatMap { $0.isEmpty ? nil : $0 }
        purposes.apply(to: &track)
    }

    /// The purposes that the flags of the entry declare (RFC 9559 5.1.4.1.5).
    private var purposes: TrackPurposes {
        var purposes: TrackPurposes = []
        if entry.isForced { purposes.insert(.forced) }
        if entry.isForHearingImpaired { purposes.insert(.hearingImpaired) }
        if entry.isForVisualImpaired || entry.hasTextDescriptions { purposes.insert(.visualImpaired) }
        if entry.isCommentary { purposes.insert(.commentary) }
        if entry.isOriginalLanguage { purposes.insert(.originalLanguage) }
        return purposes
    }

    /// Replaces the track to announce.
    mutating func announce(_ track: Track) { self.track = track }

    /// The language as a BCP 47 tag; nil if undetermined. Tracks without a language are English (RFC 9559 5.1.4.1.19).
    package var language: String? {
        // An invalid tag does not replace the other language.
        entry.languageTag.flatMap(MatroskaLanguage.tag)
            ?? MatroskaLanguage.tag(entry.language ?? (entry.languageTag == nil ? "eng" : "und"))
    }
}
