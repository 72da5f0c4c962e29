package import ContentProtection
package import Foundation
import HLS
import SystemFiles

/// Writes a clear copy of a presentation in files: its playlists without keys, and its media decrypted.
///
/// Resources below the folder of the playlist keep their paths. Memory is that of a segment with METHOD=AES-128, and
/// otherwise that of about one sample.
package struct PresentationDecryption {
    /// The limits of a presentation.
    private static let (maximumPlaylists, maximumResources) = (500, 1 << 20)

    private struct LocalPlaylist {
        var url: URL
        var path: String
        var playlist: Playlist
    }

    private let root: String
    private var playlists: [LocalPlaylist] = []
    private var resources: [URL: ProtectedResource] = [:]
    /// The resources in the order of the playlists.
    private var order: [URL] = []
    /// The paths in the output of files with metadata, such as chapters.
    private var metadata: [URL: String] = [:]
    /// Whether a resource is encrypted: according to a playlist, or found while decrypting.
    package private(set) var isEncrypted = false
    /// Whether GStreamer's demuxer cannot decrypt the presentation: samples are encrypted, or fragmented MP4 as a whole.
    package private(set) var requiresDecryption = false
    /// The first reference to a resource that is not a file.
    package private(set) var remoteReference: String?

    /// Reads the playlist at a file URL, and the playlists that it references.
    package init(reading playlist: URL) throws(DecryptionFailure) {
        let playlist = playlist.standardizedFileURL
        root = playlist.deletingLastPathComponent().path(percentEncoded: false)
        try read(playlist, variables: nil)
    }

    /// The path of the first playlist in the output.
    package var index: String { playlists.first?.path ?? "" }

    /// Writes the clear copy to a folder, which must exist. Stops if the task is cancelled. Some packagers omit keys of `cenc` from playlists.
    package mutating func decrypt(into folder: URL, keys: [ContentKey]) throws(DecryptionFailure) {
        if let remoteReference { throw Self.notAFile(remoteReference) }
        var decryption: ResourceDecryption
        do { decryption = try ResourceDecryption(keys: keys) } catch { throw DecryptionFailure("\(error)") }
        for url in order {
            guard !Task.isCancelled, var resource = resources[url] else { continue }
            do {
                let place = try Self.place(resource.path, in: folder)
                if try decryption.decrypt(&resource, to: place.path(percentEncoded: false)) { isEncrypted = true }
            } catch {
                let name = "'\(url.path(percentEncoded: false))'"
                let text = "\(error)"
                throw DecryptionFailure(text.hasPrefix("'") ? text : "\(name): \(text)")
            }
            resources[url] = resource
        }
        for (url, path) in metadata where (try? url.checkResourceIsReachable()) == true {
            do {
                let place = try Self.place(path, in: folder)
                try? FileManager.default.removeItem(at: place)
                try FileManager.default.copyItem(at: url, to: place)
            } catch {
                throw DecryptionFailure("'\(path)' cannot be written: \(error.localizedDescription)")
            }
        }
        for playlist in playlists {
            do {
                try Data(clear(playlist).text.utf8).write(to: try Self.place(playlist.path, in: folder))
            } catch {
                throw DecryptionFailure("'\(playlist.path)' cannot be written: \(error.localizedDescription)")
            }
        }
    }

    /// Returns the location of a file in a folder whose parents exist.
    private static func place(_ path: String, in folder: URL) throws -> URL {
        let place = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        return place
    }

    // MARK: Reading

    private mutating func read(_ url: URL, variables: PlaylistVariables?) throws(DecryptionFailure) {
        guard !playlists.contains(where: { $0.url == url }) else { return }
        guard playlists.count < Self.maximumPlaylists else {
            throw DecryptionFailure("more than \(Self.maximumPlaylists) playlists")
        }
        let name = url.path(percentEncoded: false)
        let parsed: ParsedPlaylist
        do {
            let text = try RegularFile.read(name, limit: PlaylistLimits().size)
            parsed = try Playlist.parse(text, variables: variables, tolerance: .tolerant)
        } catch {
            throw DecryptionFailure("'\(name)': \(error)")
        }
        playlists.append(LocalPlaylist(url: url, path: outputPath(of: url, playlists.count), playlist: parsed.playlist))
        switch parsed.playlist {
        case .media(let media): try add(media, at: url)
        case .multivariant(let presentation):
            guard variables == nil else { throw DecryptionFailure("'\(name)' is not a media playlist") }
            let imported = PlaylistVariables(imported: parsed.variables, queryParameters: [:])
            if !presentation.sessionKeys.isEmpty { isEncrypted = true }
            for data in presentation.sessionData {
                guard let uri = data.uri, let file = try? file(uri, from: url), metadata.count < Self.maximumPlaylists
                else { continue }
                metadata[file] = metadata[file] ?? outputPath(of: file, metadata.count)
            }
            for uri in presentation.playlistURIs { try read(try file(uri, from: url), variables: imported) }
        }
    }

    private mutating func add(_ media: MediaPlaylist, at base: URL) throws(DecryptionFailure) {
        let keys = media.segments.lazy.flatMap { segment in
            segment.keys.map { ($0, isFragmented: segment.initialization != nil) }
        }
        if keys.contains(where: { $0.0.isForSamples || $0.isFragmented }) { requiresDecryption = true }
        for (index, segment) in (media.segments + (media.upcoming.map { [$0] } ?? [])).enumerated() {
            let sequence = media.mediaSequence + index
            var section: ProtectedResource.Section?
            if let initialization = segment.initialization,
                let url = resource(initialization.uri, from: base)
            {
                section = .init(url: url, range: initialization.byteRange)
                try add(
                    url,
                    .init(range: initialization.byteRange, keys: initialization.keys, section: nil, base: base))
            }
            var parts = segment.parts.filter { !$0.isGap }.map { ($0.uri, $0.byteRange) }
            if !segment.isGap, !segment.uri.isEmpty { parts.append((segment.uri, segment.byteRange)) }
            for (uri, range) in parts {
                guard let url = resource(uri, from: base) else { continue }
                try add(
                    url,
                    .init(range: range, keys: segment.keys, sequence: sequence, section: section, base: base))
            }
        }
    }

    private mutating func add(_ url: URL, _ use: ProtectedResource.Use) throws(DecryptionFailure) {
        if !use.keys.isEmpty { isEncrypted = true }
        if resources[url] == nil {
            guard order.count < Self.maximumResources else {
                throw DecryptionFailure("more than \(Self.maximumResources) files")
            }
            resources[url] = ProtectedResource(url: url, path: outputPath(of: url, order.count))
            order.append(url)
        }
        resources[url]?.uses.insert(use)
    }

    private func file(_ reference: String, from base: URL) throws(DecryptionFailure) -> URL {
        guard let url = URL(string: reference, relativeTo: base)?.absoluteURL, url.isFileURL else {
            throw Self.notAFile(reference)
        }
        return url.standardizedFileURL
    }

    /// Returns the location of a resource; records references to other places than files.
    private mutating func resource(_ reference: String, from base: URL) -> URL? {
        if let url = try? file(reference, from: base) { return url }
        remoteReference = remoteReference ?? reference
        return nil
    }

    private static func notAFile(_ reference: String) -> DecryptionFailure {
        DecryptionFailure(
            "'\(reference.prefix(200))' is not a file; download the presentation first: sluice download")
    }

    /// Returns the path in the output: the same path below the folder of the presentation, otherwise a new name.
    private func outputPath(of url: URL, _ number: Int) -> String {
        let path = url.path(percentEncoded: false)
        guard !path.hasPrefix(root) else { return String(path.dropFirst(root.count).drop { $0 == "/" }) }
        let suffix = url.pathExtension
        return "other/\(number)" + (suffix.isEmpty ? "" : ".\(suffix)")
    }

    // MARK: Writing

    private func clear(_ local: LocalPlaylist) -> Playlist {
        switch local.playlist {
        case .media(var media):
            media.preloadHints = []
            for index in media.segments.indices { clear(&media.segments[index], local) }
            if var upcoming = media.upcoming {
                clear(&upcoming, local)
                media.upcoming = upcoming
            }
            return .media(media)
        case .multivariant(var presentation):
            presentation.sessionKeys = []
            for index in presentation.variants.indices { rename(&presentation.variants[index].uri, local) }
            for index in presentation.iFrameVariants.indices { rename(&presentation.iFrameVariants[index].uri, local) }
            for index in presentation.renditions.indices where presentation.renditions[index].uri != nil {
                rename(&presentation.renditions[index].uri!, local)
            }
            for index in presentation.sessionData.indices {
                guard let uri = presentation.sessionData[index].uri, let url = try? file(uri, from: local.url),
                    let path = metadata[url]
                else { continue }
                presentation.sessionData[index].uri = Self.reference(uri, from: local.path, to: path)
            }
            return .multivariant(presentation)
        }
    }

    private func clear(_ segment: inout MediaSegment, _ local: LocalPlaylist) {
        segment.keys = []
        if var initialization = segment.initialization {
            initialization.keys = []
            (initialization.uri, initialization.byteRange) = place(
                of: initialization.uri, initialization.byteRange, local)
            segment.initialization = initialization
        }
        if !segment.isGap, !segment.uri.isEmpty {
            (segment.uri, segment.byteRange) = place(of: segment.uri, segment.byteRange, local)
        }
        for (index, part) in segment.parts.enumerated() where !part.isGap {
            let (uri, range) = place(of: part.uri, part.byteRange, local)
            (segment.parts[index].uri, segment.parts[index].byteRange) = (uri, range)
        }
    }

    /// Returns the reference to a resource and its byte range in the output.
    private func place(of uri: String, _ range: ByteRange?, _ local: LocalPlaylist) -> (String, ByteRange?) {
        guard let url = try? file(uri, from: local.url), let resource = resources[url] else { return (uri, range) }
        return (
            Self.reference(uri, from: local.path, to: resource.path), range.map { resource.clearRanges[$0] ?? $0 }
        )
    }

    /// Changes a reference to a playlist to its location in the output.
    private func rename(_ uri: inout String, _ local: LocalPlaylist) {
        guard let url = try? file(uri, from: local.url),
            let other = playlists.first(where: { $0.url == url })
        else { return }
        uri = Self.reference(uri, from: local.path, to: other.path)
    }

    /// Returns the relative reference from one path to another; the same reference if it is relative already.
    private static func reference(_ uri: String, from: String, to: String) -> String {
        guard uri.contains("://") || uri.hasPrefix("/") || to.hasPrefix("other/") else { return uri }
        let parents = String(repeating: "../", count: from.utf8.count { $0 == UInt8(ascii: "/") })
        return parents + (to.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? to)
    }
}

extension MultivariantPlaylist {
    /// The references to media playlists, including playlists of images.
    fileprivate var playlistURIs: [String] {
        let images = unknownTags.filter { $0.name == "EXT-X-IMAGE-STREAM-INF" }.compactMap { tag -> String? in
            guard let value = tag.value, let start = value.range(of: "URI=\"")?.upperBound else { return nil }
            return String(value[start...].prefix { $0 != "\"" })
        }
        return variants.map(\.uri) + renditions.compactMap(\.uri) + iFrameVariants.map(\.uri) + images
    }
}
