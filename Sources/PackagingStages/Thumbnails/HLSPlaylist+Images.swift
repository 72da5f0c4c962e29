import HLS
import Media
import PublicationJournal
import StageKit

extension HLSPlaylist {
    /// The type and length of this stage's playlists.
    var windowKind: PlaylistWindow.Kind {
        switch options.type {
        case .vod: .vod
        case .event: .event
        case .live: .live(options.window.length)
        }
    }

    /// Stores a thumbnail image and lists it in a separate playlist.
    mutating func addImage(_ segment: Segment, _ grid: ThumbnailGrid, _ effects: inout Effects<Resource>) throws {
        let index = imageWriters.firstIndex { $0.rendition.id == segment.rendition.id } ?? imageWriters.endIndex
        if index == imageWriters.endIndex {
            beginWithoutRecords(effects.clock)
            guard PlaylistLayout.isFileName(segment.rendition.id),
                !renditions.contains(where: { $0.rendition.id == segment.rendition.id })
            else {
                throw StageError(.invalidOptions, "'\(segment.rendition.id)' is invalid or in use as an image folder")
            }
            imageWriters.append(
                ImageWriter(
                    segment.rendition, grid, layout: layout, kind: windowKind,
                    after: options.type == .vod ? nil : earlier?.images(segment.rendition.id)))
        }
        let wasEmpty = imageWriters[index].isEmpty
        if options.type != .vod, publishesSegments, let record = imageWriters[index].record(for: segment) {
            emitRecord(at: paths.images(segment.rendition.id), record.bytes, &effects)
        }
        for resource in imageWriters[index].store(segment, publishesAtOnce: options.type != .vod) {
            emit(listed: resource, &effects)
        }
        if hasPublished, options.type != .vod, wasEmpty, !imageWriters[index].isEmpty, let target = sharedTarget {
            emitMultivariant(target, &effects)
        }
    }
}
