import AssetDownloading
import PackagingStages
import Foundation
import HLS

/// The segments of a presentation in local files, read by Sluice's own demultiplexer.
enum LocalSegments {
    /// Returns the inputs of ``TransportReading`` for a presentation; nil if GStreamer's demuxer must read it.
    ///
    /// Sluice reads ended playlists of unencrypted transport streams or packed audio in local files. Several playlists
    /// share one timeline if none has a discontinuity.
    static func inputs(of presentation: ReducedPresentation) -> [TransportReading.Input]? {
        guard let index = playlist(at: presentation.url) else { return nil }
        var found: [(MediaPlaylist, URL, language: String?)] = []
        switch index {
        case .media(let media): found = [(media, presentation.url, nil)]
        case .multivariant(let presented):
            // Accepts one variant and its alternative audio: further variants would repeat the same media.
            guard presented.variants.count == 1, let variant = presented.variants.first else {
                return nil
            }
            var uris = [(variant.uri, language: String?.none)]
            for rendition in presented.renditions {
                guard let uri = rendition.uri, !uris.contains(where: { $0.0 == uri }) else { continue }
                guard rendition.kind == .audio else { return nil }
                uris.append((uri, rendition.language))
            }
            for (uri, language) in uris {
                guard let url = URL(string: uri, relativeTo: presentation.url),
                    case .media(let media)? = playlist(at: url)
                else { return nil }
                found.append((media, url, language))
            }
        }
        guard
            found.count == 1 || found.allSatisfy({ !$0.0.segments.contains(where: \.isDiscontinuity) })
        else {
            return nil
        }
        var inputs: [TransportReading.Input] = []
        for (position, (media, url, language)) in found.enumerated() {
            guard let files = files(of: media, at: url) else { return nil }
            // Alternative audio replaces the variant's audio.
            let input = TransportReading.Input(
                files, language: language, excluded: position == 0 && found.count > 1 ? .audio : nil)
            guard TransportReading.recognizes(input) else { return nil }
            inputs.append(input)
        }
        return inputs
    }

    private static func playlist(at url: URL) -> Playlist? {
        guard url.isFileURL, let data = try? Data(contentsOf: url), data.count <= PlaylistLimits().size
        else {
            return nil
        }
        return try? Playlist.parse(Array(data), variables: nil, tolerance: .tolerant).playlist
    }

    private static func files(of media: MediaPlaylist, at url: URL) -> [TransportReading.File]? {
        guard media.hasEndList, media.skip == nil, !media.segments.isEmpty else { return nil }
        var files: [TransportReading.File] = []
        for (position, segment) in media.segments.enumerated() {
            guard segment.keys.isEmpty, segment.initialization == nil, !segment.isGap,
                let place = URL(string: segment.uri, relativeTo: url), place.isFileURL
            else { return nil }
            let range = segment.byteRange.map {
                $0.offset..<$0.end
            }
            files.append(
                TransportReading.File(
                    place.path(percentEncoded: false), range: range,
                    isDiscontinuous: position > 0 && segment.isDiscontinuity))
        }
        return files
    }
}
