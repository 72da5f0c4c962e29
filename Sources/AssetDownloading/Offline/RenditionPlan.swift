package import HLS
package import HTTPClient
import Media

/// One media playlist of a download: its items to fetch, and the local playlist.
///
/// The remote playlist can be merged repeatedly; known segments are not planned again.
package struct RenditionPlan: Sendable, Hashable {
    /// The index among the renditions of the download.
    package let number: Int
    /// The URL of its playlist.
    package let url: WebURL
    /// Its folder, relative to the folder of the download.
    package let folder: String
    /// The path of the local playlist.
    package let playlistPath: String
    /// The path of a media playlist in the rendition's folder, for use with a multivariant playlist.
    package var localPath: String { "\(folder)/playlist.m3u8" }
    /// The estimated bit rate before anything was fetched.
    package let bitRate: Int
    /// The local playlist so far, with an end tag.
    package private(set) var playlist: MediaPlaylist
    /// The duration of the local playlist so far.
    package private(set) var duration = MediaTime.zero
    /// Whether the remote playlist has ended or the recording is complete.
    package private(set) var isComplete = false
    /// The number of segments that were removed from a live playlist before they were seen.
    package private(set) var lostCount = 0
    /// The media sequence number of the next segment; nil before the first.
    package private(set) var nextSequence: Int?
    /// The key formats that require a licence server.
    package private(set) var licensedFormats: Set<String> = []
    /// The identities of the interstitials left out of the local playlist.
    package private(set) var interstitials: Set<String> = []
    /// The maximum number of bytes before the first I-frame to fetch for their tables.
    private static let headSize = 1 << 20
    private let isText: Bool
    private let keepsKeys: Bool
    private let limits: DownloadLimits

    package init(
        number: Int, url: WebURL, folder: String, playlistPath: String, bitRate: Int, isText: Bool = false,
        keepsKeys: Bool, limits: DownloadLimits
    ) {
        self.isText = isText
        self.keepsKeys = keepsKeys
        self.number = number
        self.url = url
        self.folder = folder
        self.playlistPath = playlistPath
        self.bitRate = bitRate
        self.limits = limits
        playlist = MediaPlaylist(targetDuration: 1)
    }

    /// Merges the remote playlist, up to a total duration; returns the new items to fetch.
    package mutating func merge(
        _ remote: MediaPlaylist, from base: WebURL, names: inout LocalNames, until end: MediaTime? = nil
    ) throws(AssetDownloadError) -> [PlannedItem] {
        mergeHeader(remote)
        for range in remote.dateRanges where range.isInterstitial { interstitials.insert(range.id) }
        var items: [PlannedItem] = []
        let starts = remote.isIFramesOnly ? remote.firstRanges : [:]
        for (index, segment) in remote.segments.enumerated() {
            let sequence = remote.mediaSequence + index
            if let nextSequence, sequence < nextSequence { continue }
            if let end, duration >= end {
                isComplete = true
                break
            }
            guard playlist.segments.count < limits.segments else {
                throw AssetDownloadError(
                    .tooLarge, "'\(url)' has more than \(limits.segments) segments")
            }
            try add(segment, sequence, base, &names, &items)
            guard let start = starts[segment.uri], start > 0 else { continue }
            // The tables of a transport stream precede the first I-frame (RFC 8216bis 4.4.3.6).
            _ = try plan(
                segment.uri, ByteRange(offset: 0, length: min(start, Self.headSize)), .segment(.stream),
                Self.stem(sequence), .zero, base, &names, &items)
        }
        if remote.hasEndList { isComplete = true }
        return items
    }

    private mutating func mergeHeader(_ remote: MediaPlaylist) {
        if nextSequence == nil {
            playlist.mediaSequence = remote.mediaSequence
            playlist.discontinuitySequence = remote.discontinuitySequence
            playlist.hasIndependentSegments = remote.hasIndependentSegments
            playlist.isIFramesOnly = remote.isIFramesOnly
            playlist.type = .vod
            playlist.hasEndList = true
        }
        playlist.targetDuration = max(playlist.targetDuration, remote.targetDuration)
    }

    private mutating func add(
        _ remote: MediaSegment, _ sequence: Int, _ base: WebURL, _ names: inout LocalNames,
        _ items: inout [PlannedItem]
    ) throws(AssetDownloadError) {
        var segment = remote.withoutDelivery
        if let nextSequence, sequence > nextSequence {
            lostCount += sequence - nextSequence
            segment.isDiscontinuity = true
        }
        nextSequence = sequence + 1
        let stem = Self.stem(sequence)
        if let initialization = remote.initialization {
            let initStem = initialization.byteRange == nil ? "init-\(stem)" : stem
            segment.initialization?.uri = try plan(
                initialization.uri, initialization.byteRange, .initialization, initStem, .zero, base, &names, &items)
            segment.initialization?.keys = try plan(initialization.keys, nil, stem, base, &names, &items)
        }
        segment.keys = try plan(remote.keys, sequence, stem, base, &names, &items)
        let kind = PlannedItem.Kind.segment(remote.initialization != nil ? .fragmented : isText ? .text : .stream)
        if remote.isGap {
            // A gap has no resource; its URI is a placeholder (RFC 8216bis 4.4.4.7), whose extension players check.
            segment.uri = "gap-\(stem).\(LocalNames.pathExtension(base.resolve(remote.uri)?.pathExtension ?? "", kind))"
        } else {
            let count = items.count
            segment.uri = try plan(
                remote.uri, remote.byteRange, kind, stem, remote.duration, base, &names, &items)
            if items.count > count { items[count].isPadded = remote.keys.contains { $0.method == .aes128 } }
        }
        playlist.segments.append(segment)
        duration = duration + remote.duration
    }

    /// Plans the keys that may be stored; returns all keys for the local playlist.
    private mutating func plan(
        _ keys: [EncryptionKey], _ sequence: Int?, _ stem: String, _ base: WebURL, _ names: inout LocalNames,
        _ items: inout [PlannedItem]
    ) throws(AssetDownloadError) -> [EncryptionKey] {
        var local: [EncryptionKey] = []
        for var key in keys {
            let format = key.keyFormat ?? EncryptionKey.identity
            if format != EncryptionKey.identity { licensedFormats.insert(format) }
            if keepsKeys, format == EncryptionKey.identity, base.resolve(key.uri) != nil {
                key.uri = try plan(key.uri, nil, .key, "key-\(stem)", .zero, base, &names, &items)
            } else if let url = base.resolve(key.uri) {
                key.uri = url.description
            } else if format == EncryptionKey.identity, !Self.isInert(key.uri) {
                throw AssetDownloadError(
                    .refused,
                    "'\(self.url)' references the key '\(key.uri.prefix(200))'; "
                        + "only http: and https: URLs are fetched")
            }
            // After lost segments the local sequence numbers differ, which are the default vectors (RFC 8216bis 5.2).
            if let sequence, key.method == .aes128, key.initializationVector == nil,
                playlist.mediaSequence + playlist.segments.count != sequence
            {
                key.initializationVector = EncryptionKey.vector(ofSegment: sequence)
            }
            local.append(key)
        }
        return local
    }

    /// Whether a player reads no file and no other server for a URI: it contains the key, or identifies it for FairPlay,
    /// which some packagers declare without its format.
    private static func isInert(_ uri: String) -> Bool {
        let uri = uri.lowercased()
        return uri.hasPrefix("data:") || uri.hasPrefix("skd:")
    }

    /// Makes the playlist reference keys on their servers, because they must not be stored.
    package mutating func useRemoteURLs(_ items: [PlannedItem]) {
        let urls = Dictionary(
            items.map { (Self.reference(from: playlistPath, to: $0.place.path), $0.url.description) }
        ) { first, _ in first }
        func rename(_ keys: inout [EncryptionKey]) {
            for index in keys.indices { keys[index].uri = urls[keys[index].uri] ?? keys[index].uri }
        }
        for index in playlist.segments.indices {
            rename(&playlist.segments[index].keys)
            if playlist.segments[index].initialization != nil {
                rename(&playlist.segments[index].initialization!.keys)
            }
        }
    }

    /// Plans one resource; returns its reference in the local playlist.
    private func plan(
        _ reference: String, _ range: ByteRange?, _ kind: PlannedItem.Kind, _ stem: String, _ duration: MediaTime,
        _ base: WebURL, _ names: inout LocalNames, _ items: inout [PlannedItem]
    ) throws(AssetDownloadError) -> String {
        // The playlist contains the bytes (RFC 2397).
        if reference.prefix(5).lowercased() == "data:" { return reference }
        guard let url = base.resolve(reference) else {
            throw AssetDownloadError(
                .refused,
                "'\(self.url)' references '\(reference.prefix(200))'; only http: and https: URLs are fetched"
            )
        }
        if let range, range.end > limits.resourceSize || range.length == 0 {
            throw AssetDownloadError(
                .tooLarge, "'\(self.url)' references the byte range \(range); the limit is \(limits.resourceSize) bytes"
            )
        }
        let (place, isNew) = names.place(of: url, range: range, in: folder, stem: stem, kind: kind)
        if isNew {
            let guess = duration.isIndefinite ? 0 : min(max(duration.seconds, 0), 86_400) * Double(bitRate) / 8
            items.append(
                PlannedItem(
                    url: url, range: range, place: place, kind: kind, rendition: number, duration: duration,
                    start: self.duration, expectedSize: range?.length ?? Int(min(guess, 1e15))))
        }
        return Self.reference(from: playlistPath, to: place.path)
    }

    /// Returns the relative reference from one local file to another.
    static func reference(from: String, to: String) -> String {
        let parents = from.utf8.count { $0 == UInt8(ascii: "/") }
        if let slash = from.lastIndex(of: "/"), to.hasPrefix(from[...slash]) {
            return String(to[from.index(after: slash)...])
        }
        return String(repeating: "../", count: parents) + to
    }

    private static func stem(_ sequence: Int) -> String {
        let digits = String(sequence)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }
}

extension MediaPlaylist {
    /// The lowest offset of byte ranges without an initialization section, by URI.
    fileprivate var firstRanges: [String: Int] {
        segments.reduce(into: [:]) { starts, segment in
            guard let range = segment.byteRange, segment.initialization == nil, !segment.isGap else { return }
            starts[segment.uri] = min(starts[segment.uri] ?? range.offset, range.offset)
        }
    }
}

extension MediaSegment {
    /// The segment without delivery tags and references to resources that are not downloaded.
    fileprivate var withoutDelivery: MediaSegment {
        var segment = self
        segment.parts = []
        segment.unknownTags = []
        // An interstitial is useless without its assets (RFC 8216bis, appendix D).
        segment.dateRanges.removeAll(where: \.isInterstitial)
        for index in segment.dateRanges.indices {
            segment.dateRanges[index].clientAttributes.removeAll { $0.name.hasPrefix("X-ASSET") }
        }
        return segment
    }
}

extension DateRange {
    /// Whether it schedules other media, whose assets are separate presentations (RFC 8216bis, appendix D).
    fileprivate var isInterstitial: Bool { rangeClass == "com.apple.hls.interstitial" }
}
