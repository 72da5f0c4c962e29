package import HLS
package import HTTPClient
package import Media

/// The resources of a download with their local names, and the local playlists. A value without side effects.
package struct DownloadPlan: Sendable, Hashable {
    /// The name of the main playlist.
    package static let index = "index.m3u8"

    package private(set) var renditions: [RenditionPlan] = []
    package private(set) var items: [PlannedItem] = []
    /// The number of the rendition that is the stream of the primary variant.
    package private(set) var primaryRendition = 0
    /// nil if the URL is one of a media playlist.
    private var multivariant: MultivariantPlaylist?
    /// The number of I-frame streams of the presentation, which are not downloaded.
    package private(set) var leftOutIFrameStreams = 0
    /// The files of the presentation's metadata.
    package private(set) var sessionFiles: [SessionFile] = []
    /// The metadata whose files cannot be fetched.
    private var leftOutData: [SessionData] = []
    private var names = LocalNames()
    private let keepsKeys: Bool
    private let limits: DownloadLimits

    /// Creates a plan for a single media playlist.
    package init(media url: WebURL, keepsKeys: Bool = true, limits: DownloadLimits = DownloadLimits()) {
        self.keepsKeys = keepsKeys
        self.limits = limits
        renditions = [
            RenditionPlan(
                number: 0, url: url, folder: names.folder("media"), playlistPath: Self.index, bitRate: 3_000_000,
                keepsKeys: keepsKeys, limits: limits)
        ]
    }

    /// Creates a plan for choices of a presentation; shared renditions are planned once.
    package init(
        _ presentation: MultivariantPlaylist, at url: WebURL, choices: [ContentChoice], keepsKeys: Bool = true,
        limits: DownloadLimits = DownloadLimits()
    ) throws(AssetDownloadError) {
        self.keepsKeys = keepsKeys
        self.limits = limits
        var local = MultivariantPlaylist(hasIndependentSegments: presentation.hasIndependentSegments)
        local.start = presentation.start
        leftOutIFrameStreams = presentation.iFrameVariants.count
        for choice in choices {
            for rendition in choice.renditions {
                var localRendition = rendition
                if let uri = rendition.uri {
                    localRendition.uri = try playlist(
                        uri, url, Self.folderName(rendition), Self.bitRate(rendition),
                        isText: rendition.kind == .subtitles)
                }
                if !local.renditions.contains(localRendition) { local.renditions.append(localRendition) }
            }
            var variant = choice.variant
            let rate = variant.averageBandwidth ?? variant.bandwidth
            let isAudioOnly =
                variant.resolution == nil && !variant.codecs.isEmpty
                && variant.codecs.allSatisfy(ContentChoice.isAudio)
            variant.uri = try playlist(variant.uri, url, isAudioOnly ? "audio" : "video", rate)
            if local.variants.isEmpty {
                primaryRendition = renditions.firstIndex { $0.playlistPath == variant.uri } ?? 0
            }
            variant.audioGroup = variant.audioGroup.flatMap { Self.groupIfChosen($0, .audio, choice) }
            variant.subtitlesGroup = variant.subtitlesGroup.flatMap { Self.groupIfChosen($0, .subtitles, choice) }
            variant.videoGroup = variant.videoGroup.flatMap { Self.groupIfChosen($0, .video, choice) }
            if !local.variants.contains(variant) { local.variants.append(variant) }
        }
        local.sessionKeys = Self.licensedKeys(presentation.sessionKeys, at: url)
        for data in presentation.sessionData {
            if case .value = data.content {
                local.sessionData.append(data)
            } else if sessionFiles.count < limits.sessionFiles,
                let file = SessionFile(data, at: url, number: sessionFiles.count + 1)
            {
                sessionFiles.append(file)
            } else {
                leftOutData.append(data)
            }
        }
        multivariant = local
    }

    /// Lists a stored file of metadata in the main playlist.
    package mutating func list(_ file: SessionFile) { multivariant?.sessionData.append(file.local) }

    /// Returns the keys of licence servers, which players load before media playlists. Other keys are stored next to the
    /// media.
    private static func licensedKeys(_ keys: [EncryptionKey], at base: WebURL) -> [EncryptionKey] {
        keys.filter { $0.keyFormat ?? EncryptionKey.identity != EncryptionKey.identity }.map { key in
            var key = key
            if let url = base.resolve(key.uri) { key.uri = url.description }
            return key
        }
    }

    private static func groupIfChosen(_ group: String, _ kind: AlternativeRendition.Kind, _ choice: ContentChoice)
        -> String?
    {
        choice.renditions.contains { $0.kind == kind && $0.groupID == group } ? group : nil
    }

    private static func folderName(_ rendition: AlternativeRendition) -> String {
        rendition.kind.rawValue + (rendition.language.map { "-\($0)" } ?? "")
    }

    private static func bitRate(_ rendition: AlternativeRendition) -> Int {
        rendition.kind == .subtitles ? 1000 : 160_000
    }

    /// Plans the playlist of a rendition; returns its reference in the main playlist.
    private mutating func playlist(
        _ reference: String, _ base: WebURL, _ name: String, _ bitRate: Int, isText: Bool = false
    ) throws(AssetDownloadError) -> String {
        guard let url = base.resolve(reference) else {
            throw AssetDownloadError(
                .refused,
                "'\(base)' references '\(reference.prefix(200))'; only http: and https: URLs are fetched"
            )
        }
        if let rendition = renditions.first(where: { $0.url == url }) { return rendition.playlistPath }
        guard renditions.count < limits.renditions else {
            throw AssetDownloadError(.tooLarge, "more than \(limits.renditions) media playlists are selected")
        }
        let folder = names.folder(name)
        let path = "\(folder)/playlist.m3u8"
        renditions.append(
            RenditionPlan(
                number: renditions.count, url: url, folder: folder, playlistPath: path, bitRate: bitRate,
                isText: isText, keepsKeys: keepsKeys, limits: limits))
        return path
    }
}

extension DownloadPlan {
    /// Merges a loaded media playlist; returns the new items to fetch.
    package mutating func merge(
        _ playlist: MediaPlaylist, of rendition: Int, from base: WebURL, until end: MediaTime? = nil
    ) throws(AssetDownloadError) -> [PlannedItem] {
        let new = try renditions[rendition].merge(playlist, from: base, names: &names, until: end)
        items += new
        return new
    }

    /// Makes every playlist reference keys on their servers, because they must not be stored.
    package mutating func useRemoteURLs(_ items: [PlannedItem]) {
        for index in renditions.indices { renditions[index].useRemoteURLs(items) }
    }

    /// The key formats that require a licence server.
    package var licensedFormats: Set<String> {
        renditions.reduce(into: []) { $0.formUnion($1.licensedFormats) }
    }

    /// The omissions of the local playlists, one sentence each.
    package var omissions: [String] {
        var omissions: [String] = []
        if leftOutIFrameStreams > 0 {
            let streams = "\(leftOutIFrameStreams) I-frame stream\(leftOutIFrameStreams == 1 ? "" : "s")"
            omissions.append("left out: \(streams) (EXT-X-I-FRAME-STREAM-INF), which players show while seeking")
        }
        if !leftOutData.isEmpty {
            let names = leftOutData.map { "'\($0.id)'" }.joined(separator: ", ")
            omissions.append(
                "left out: metadata of the presentation (EXT-X-SESSION-DATA), whose files are not fetched: \(names)")
        }
        for rendition in renditions where !rendition.interstitials.isEmpty {
            let count = rendition.interstitials.count
            omissions.append(
                "left out: \(count) interstitial\(count == 1 ? "" : "s") of '\(rendition.url)', whose assets are "
                    + "presentations of their own; download them separately")
        }
        return omissions
    }

    /// Whether all playlists are known to their end.
    package var isComplete: Bool { renditions.allSatisfy(\.isComplete) }

    /// The estimated total size in bytes.
    package var expectedSize: Int { items.reduce(0) { $0 + $1.expectedSize } }

    /// The duration of the longest playlist.
    package var duration: MediaTime { renditions.map(\.playlist.duration).max() ?? .zero }

    /// The local playlists with their paths; referenced playlists come first.
    package var playlists: [(path: String, text: String)] {
        var playlists = renditions.map { ($0.playlistPath, $0.playlist.text) }
        if let multivariant { playlists.append((Self.index, multivariant.text)) }
        return playlists
    }

    /// The local multivariant playlist, created if necessary, with the media playlists at ``RenditionPlan/localPath``.
    package var localPresentation: MultivariantPlaylist {
        multivariant
            ?? MultivariantPlaylist(variants: renditions.map { Variant(uri: $0.localPath, bandwidth: $0.bitRate) })
    }
}
