import ISOMedia
import Media

/// Builds the initialization segment of a rendition.
struct InitializationSegmentBuilder {
    let settings: FragmenterSettings

    /// Returns the bytes of `ftyp` and `moov`; equal tracks result in equal bytes.
    func bytes(for mappings: [TrackTimeMapping]) throws(PackagingError) -> [UInt8] {
        var segment = InitializationSegment(
            brands: settings.profile.fileBrands(of: mappings.map(\.track)), timescale: settings.movieTimescale,
            tracks: mappings.map { $0.description(settings) })
        segment.metadata = settings.metadata
        do throws(UnwritableFormat) {
            return try segment.bytes()
        } catch {
            throw PackagingError(.unsupportedFormat, error.description)
        }
    }

    /// Throws if fragmented MP4 cannot carry the track, before any sample is written.
    static func validate(_ track: Track) throws(PackagingError) {
        do throws(UnwritableFormat) {
            let description = TrackDescription(id: 1, timescale: UInt32(track.timescale), format: track.format)
            _ = try InitializationSegment(brands: FileBrands(major: "iso6", compatible: []), tracks: [description])
                .bytes()
        } catch {
            throw PackagingError(
                .unsupportedFormat, "the \(track.mediaType.rawValue) track cannot be carried: \(error.reason)")
        }
    }
}

extension TrackTimeMapping {
    /// The track description for the initialization segment.
    fileprivate func description(_ settings: FragmenterSettings) -> TrackDescription {
        var result = TrackDescription(id: trackID, timescale: UInt32(track.timescale), format: track.format)
        result.language = track.language
        result.handlerName = track.name ?? ""
        result.editMediaTime = editMediaTime > 0 ? editMediaTime : nil
        result.rollDistance = rollDistance
        if let headers = settings.trackSettings[track.id] { result.apply(headers) }
        result.references = settings.references[track.id] ?? []
        if let rate = track.nominalBitRate.flatMap({ UInt32(exactly: $0) }) {
            result.bitRate = TrackDescription.BitRate(average: rate, maximum: rate)
        }
        return result
    }
}

extension FileTypeProfile {
    /// The brands of the initialization segment; text tracks have CMAF media profile brands (ISO/IEC 23000-19 11).
    func fileBrands(of tracks: [Track]) -> FileBrands {
        // The compatibility brand of Dolby Vision, as in SUPPLEMENTAL-CODECS, is one of the brands.
        let vision = tracks.compactMap(\.dolbyVisionBrand)
        switch self {
        case .mpeg4AppleHLS: return FileBrands(major: "iso5", compatible: ["iso5", "iso6", "mp41"] + vision)
        case .mpeg4CMAFCompliant:
            let text = tracks.first?.textProfile.map { [$0] } ?? []
            return FileBrands(major: "cmfc", compatible: ["cmfc", "iso6"] + text + vision)
        }
    }

    /// The brands of each media segment.
    var segmentBrands: FileBrands {
        switch self {
        case .mpeg4AppleHLS: FileBrands(major: "msdh", compatible: ["msdh", "msix"])
        case .mpeg4CMAFCompliant: FileBrands(major: "cmfs", compatible: ["cmfs", "cmff"])
        }
    }
}

extension Track {
    /// The brand of a Dolby Vision track with a compatible base layer; nil for other media.
    fileprivate var dolbyVisionBrand: FourCC? {
        guard case .codedVideo(let format) = format, format.supplementalCodec != nil else { return nil }
        return format.dolbyVision?.compatibilityBrand
    }

    /// The CMAF brand of a text track; nil for other media.
    fileprivate var textProfile: FourCC? {
        guard case .codedData(let format) = format else { return nil }
        switch CodecConfiguration.text(format) {
        case "wvtt": return "cwvt"
        case "stpp.ttml.im1t": return "im1t"
        default: return nil
        }
    }
}
