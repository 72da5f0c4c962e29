import HLS
import Media
import PublicationJournal
import StageKit

/// Names the files of thumbnail images and writes their indexes: an image playlist (`EXT-X-IMAGES-ONLY`, which is not
/// part of RFC 8216bis) and a WebVTT file with the position of each thumbnail.
struct ImageWriter: Sendable {
    static let mapName = "thumbnails.vtt"
    private static let posterName = "poster.jpg"

    let rendition: Rendition
    private let grid: ThumbnailGrid
    private let layout: PlaylistLayout
    private var window: PlaylistWindow
    private var timeline = PublishedTimeline()
    private var meter: BandwidthMeter
    /// The listed images, oldest first.
    private var listed: [Image] = []
    /// The number of this run's first image, from 0.
    private let firstNumber: Int

    private struct Image: Hashable {
        var name: String
        var start: MediaTime
        var end: MediaTime
        var count: Int
    }

    init(
        _ rendition: Rendition, _ grid: ThumbnailGrid, layout: PlaylistLayout, kind: PlaylistWindow.Kind,
        after earlier: PublishedImages?
    ) {
        self.rendition = rendition
        self.grid = grid
        self.layout = layout
        let target = TargetDuration(covering: grid.tileDuration * Int64(grid.count))
        window = PlaylistWindow(kind, target: target)
        meter = BandwidthMeter(target: target)
        firstNumber = earlier?.nextNumber ?? 0
        window.skip(earlier?.mediaSequence ?? 0)
    }

    /// The file name of an image in a presentation that starts with image 0. The poster has no track.
    static func name(of segment: Segment, _ layout: PlaylistLayout) -> String {
        segment.report.tracks.isEmpty ? posterName : layout.imageName(segment.index)
    }

    var isEmpty: Bool { listed.isEmpty }

    /// The record that reserves the name of an image before it is published; nil for the poster.
    func record(for segment: Segment) -> ImageRecord? {
        if segment.report.tracks.isEmpty { return nil }
        return ImageRecord(
            nextNumber: firstNumber + segment.index + 1, mediaSequence: window.nextMediaSequence + 1)
    }

    /// The resources for an image: the image file and the indexes that it changes.
    mutating func store(_ segment: Segment, publishesAtOnce: Bool) -> [Resource] {
        guard let track = segment.report.tracks.first else {
            return [resource(Self.posterName, .image, grid.contentType, segment.data)]
        }
        let name = layout.imageName(firstNumber + segment.index)
        var stored = resource(name, .image, grid.contentType, segment.data)
        stored.segment = Resource.ContainedSegment(segment)
        let duration = timeline.publish(track.duration)
        var entry = MediaSegment(uri: PlaylistLayout.reference(name), duration: duration)
        if listed.isEmpty { entry.unknownTags = [.imagesOnly] }
        entry.unknownTags.append(tiles)
        meter.add(bytes: segment.data.count, duration: duration)
        let change = window.append(ListedSegment(entry, hasFile: true, byteCount: segment.data.count))
        listed.append(
            Image(
                name: name, start: track.earliestPresentationTime,
                end: track.earliestPresentationTime + track.duration, count: track.sampleCount))
        let leaving = listed.prefix(change.removals.count)
        listed.removeFirst(leaving.count)
        var resources = [stored]
        if publishesAtOnce { resources += playlists(ended: false) }
        for (image, removal) in zip(leaving, change.removals) {
            resources.append(
                Resource(
                    path: layout.path(rendition, image.name), role: .image, contentType: grid.contentType,
                    action: .remove(after: removal.retention)))
        }
        return resources
    }

    /// The current playlist and WebVTT index.
    func playlists(ended: Bool) -> [Resource] {
        guard !listed.isEmpty else { return [] }
        var playlist = window.playlist(ended: ended)
        // `EXT-X-IMAGES-ONLY` applies to the whole playlist and precedes the first listed entry.
        for index in playlist.segments.indices {
            playlist.segments[index].unknownTags = (index == 0 ? [.imagesOnly] : []) + [tiles]
        }
        return [
            Resource(
                path: layout.path(rendition, layout.playlistName), role: .mediaPlaylist,
                contentType: Playlist.contentType, content: DeliverablePlaylist(playlist)),
            resource(Self.mapName, .imageMap, PlaylistLayout.webVTTContentType, ByteRope(Array(map.utf8))),
        ]
    }

    /// The properties of the rendition for the multivariant playlist.
    var description: ImageRendition {
        ImageRendition(
            uri: layout.reference(rendition, layout.playlistName), bandwidth: meter.bandwidth, resolution: grid.size,
            codec: "jpeg")
    }

    private var tiles: UnknownTag {
        .tiles(
            size: grid.tileSize, layout: PixelSize(width: grid.columns, height: grid.rows),
            duration: grid.tileDuration)
    }

    /// The WebVTT index: a cue per thumbnail with its region in the image (Media Fragments URI 4.2.2).
    private var map: String {
        var text = "WEBVTT\n"
        for image in listed {
            for index in 0..<image.count {
                let start = image.start + grid.tileDuration * Int64(index)
                let end = min(image.end, start + grid.tileDuration)
                guard end > start else { continue }
                let (x, y) = (index % grid.columns * grid.tileSize.width, index / grid.columns * grid.tileSize.height)
                text += "\n\(clock(start)) --> \(clock(end))\n"
                text +=
                    "\(PlaylistLayout.reference(image.name))#xywh=\(x),\(y),\(grid.tileSize.width),\(grid.tileSize.height)\n"
            }
        }
        return text
    }

    private func clock(_ time: MediaTime) -> WebVTTTime { WebVTTTime(time.ticks(at: 1000)) }

    private func resource(
        _ name: String, _ role: Resource.Role, _ contentType: String, _ data: ByteRope
    ) -> Resource {
        Resource(path: layout.path(rendition, name), role: role, contentType: contentType, action: .store(data))
    }
}

extension PlaylistLayout {
    /// The name of the image with this index, from 0.
    fileprivate func imageName(_ index: Int) -> String {
        let digits = String(index &+ 1)
        return "image-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".jpg"
    }
}
