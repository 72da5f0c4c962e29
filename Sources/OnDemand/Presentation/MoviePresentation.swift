package import Media
import PackagingStages
import ProtectionStages
package import StageKit
package import SystemFiles

/// A movie as HLS and DASH: playlists, and segments that are built when they are requested.
///
/// `sluice segment` and `dash.manifest` write equal files with the same options. Nothing is written.
package final class MoviePresentation: Sendable {
    private let media: PresentedMedia
    private let renditions: [PlannedRendition]
    private let files: [String: PresentedFile]
    private let entries: [String: PresentedFile]
    /// The encryption of each encoded rendition; nil for clear ones.
    private let encodedFormats: [RequestedEncryption.Format?]
    /// Warnings about the movie, as `sluice segment` reports them.
    package let problems: [Problem]
    /// Whether the segments were planned from the tables of the movie alone.
    package let isOutlined: Bool
    /// Whether all samples were examined, and the tables describe them correctly.
    package let isExamined: Bool
    /// Whether the tables describe an examined sample wrongly.
    package let differsFromTables: Bool
    /// Whether the files follow the tables although they describe samples wrongly, after all were examined.
    package let isContradicted: Bool
    /// Identifies the state of playlists that change while their URLs stay the same; nil if no file changes.
    package let revision: String?
    /// The approximate size in memory, in bytes.
    package let memorySize: Int

    /// The names of the multivariant playlist and of the MPD.
    package static let playlistName = "index.m3u8"
    package static let manifestName = "index.mpd"

    init(
        _ media: PresentedMedia, _ renditions: [PlannedRendition], _ files: [String: PresentedFile],
        entries: [String: PresentedFile], _ problems: [Problem], options: MoviePresentationOptions,
        encodedFormats: [RequestedEncryption.Format?] = [], isOutlined: Bool, examination: SampleExamination? = nil,
        revision: String? = nil
    ) {
        differsFromTables = examination?.hasDifference ?? false
        let isComplete = examination?.isComplete ?? true
        isContradicted = isComplete && differsFromTables && examination?.isUnlimited == false
        isExamined = isComplete && !isContradicted
        self.revision = revision
        self.encodedFormats = encodedFormats
        (self.options, self.isOutlined) = (options, isOutlined)
        (self.media, self.renditions, self.files, self.problems) = (media, renditions, files, problems)
        (self.entries, backingFiles) = (entries, media.files)
        memorySize =
            renditions.reduce(media.input.encoded?.memorySize ?? 0) { $0 + $1.memorySize }
            + (Array(files) + Array(entries)).reduce(0) { size, file in
                let stored = file.value.isStored ? file.value.count : 0
                return size + stored + 2 * file.key.utf8.count + 160 + file.value.parts.count * 40
            }
    }

    /// The files that back the segments.
    package let backingFiles: [MappedFile]

    /// The average bit rate of the rendition that a file belongs to, in bits per second; nil for files without media.
    package func bitRate(of file: PresentedFile) -> Int? {
        for part in file.parts {
            switch part.content {
            case .segment(let rendition, _): return renditions[rendition].bitRate
            case .encoded(let rendition, _): return input.encoded?.renditions[rendition].bitRate
            case .stored: break
            }
        }
        return nil
    }

    /// The renditions that determine the segments: those with video, or all.
    private var leaders: [PlannedRendition] {
        let videos = renditions.filter(\.isVideo)
        return videos.isEmpty ? renditions : videos
    }
    /// The duration of the longest rendition.
    package var duration: MediaTime { renditions.map(\.duration).max() ?? .zero }
    /// The average bit rate of the largest video and the largest other rendition, in bits per second; nil without media.
    package var bitRate: Int? {
        let rates = [true, false].compactMap { isVideo in
            renditions.filter { $0.isVideo == isVideo }.compactMap(\.bitRate).max()
        }
        return rates.isEmpty ? nil : rates.reduce(0, +)
    }
    /// The longest segment, and the number of segments of a rendition.
    package var longestSegment: MediaTime { leaders.map(\.longestDuration).max() ?? .zero }
    package var segmentCount: Int { leaders.map(\.segments.count).max() ?? 0 }

    /// Returns a movie of one sync sample near a part of the duration, from 0 to 1; nil without video that can be shown alone.
    package func still(at part: Double) -> ByteRope? {
        guard options.encryption == nil, let video = renditions.first(where: \.isVideo) else { return nil }
        return video.still(at: part, from: media)
    }

    /// The media that a connection receives at full speed; nil for no limit.
    package var burst: MediaTime? { options.burst }
    /// The options and the files with which the presentation was planned.
    let options: MoviePresentationOptions
    var input: PresentationInput { media.input }

    /// Whether no file has lost bytes since it was mapped.
    package var isComplete: Bool { media.isComplete }

    /// The number of renditions: media playlists that are not I-frame playlists.
    package var renditionCount: Int {
        files.keys.count { $0.hasSuffix("/" + HLSPlaylist.Options().playlistName) }
    }

    /// The relative paths of all files.
    package var paths: [String] { files.keys.sorted() }

    /// Returns the multivariant playlist or the MPD whose references have the prefix of the files; nil without one.
    package func entry(_ name: String) -> PresentedFile? { entries[name] }

    /// Returns the file at a relative path; nil without one.
    package subscript(path: String) -> PresentedFile? { files[path] }

    /// Returns a range of a file; nil if the movie has changed since it was opened.
    ///
    /// Media are slices of the mapped file.
    package func bytes(of file: PresentedFile, in range: Range<Int>) -> ByteRope? {
        var result = ByteRope()
        for part in file.parts(in: range) {
            let inside = range.clamped(to: part.offset..<part.offset + part.count)
            guard !inside.isEmpty, let data = data(of: part.content) else { return nil }
            result.append(data.part(inside.lowerBound - part.offset..<inside.upperBound - part.offset))
        }
        return result.count == range.count ? result : nil
    }

    /// Whether some media are in remote stores.
    package var isRemote: Bool { backingFiles.contains { $0.partial != nil } }

    /// Records the media that a range of a file requires with ``UsedRanges``.
    func use(_ file: PresentedFile, in range: Range<Int>) {
        for part in file.parts(in: range) {
            guard case .segment(let rendition, let index) = part.content else { continue }
            _ = renditions[rendition].build(index, from: media)
        }
    }

    /// Returns a range of a file as it is sent, with its media in the page cache; nil if the movie has changed since it was
    /// opened.
    ///
    /// Media in many small slices are copied if there is memory, so that each request sends one slice. Throws `memory-full`
    /// without memory for the bytes that no file backs.
    package func content(
        of file: PresentedFile, in range: Range<Int>, _ memory: ResponseMemory
    ) throws(StageError) -> ByteRope? {
        // Encryption has no other place for its result.
        let encrypted = options.encryption == nil ? nil : try memory.require(range.count, for: media.name)
        guard let rope = bytes(of: file, in: range) else { return nil }
        if let encrypted { return rope.retaining(encrypted) }
        for (file, ranges) in mediaRanges(of: rope) { for range in ranges { file.load(range) } }
        if rope.slices.count > Self.maximumSmallSlices, rope.count / rope.slices.count < Self.smallSliceSize,
            rope.count <= Self.maximumCopy, let copied = memory.reserve(rope.count)
        {
            return ByteRope(rope.copy).retaining(copied)
        }
        return rope.retaining(try memory.require(rope.memorySize, for: media.name))
    }

    /// The number of slices up to which small ones are not copied, and the average size below which slices are small, in
    /// bytes.
    private static let (maximumSmallSlices, smallSliceSize) = (8, 4096)
    /// The maximum size of a copy in bytes: a minute at the bit rates at which copying is faster than sending slices.
    private static let maximumCopy = 16 << 20
    /// The maximum number of bytes between two slices that are read together.
    private static let maximumGap = 32 << 10

    /// Returns the ranges of the files that contain the slices of media. Slices near each other share a range, because a
    /// movie interleaves its tracks in small chunks, and each range requires two system calls.
    private func mediaRanges(of rope: ByteRope) -> [(file: MappedFile, ranges: [Range<Int>])] {
        var result: [(file: MappedFile, ranges: [Range<Int>])] = []
        for file in backingFiles {
            var ranges: [Range<Int>] = []
            for slice in rope.slices {
                guard let owner = slice.storage.file, owner.descriptor == file.descriptor else { continue }
                let range = slice.offset..<slice.offset + slice.count
                if let last = ranges.last, range.lowerBound >= last.lowerBound,
                    range.lowerBound - last.upperBound <= Self.maximumGap
                {
                    ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
                } else {
                    ranges.append(range)
                }
            }
            if !ranges.isEmpty { result.append((file, ranges)) }
        }
        return result
    }

    /// Whether the files of the presentation by the tables of the same movie are equal, and its segments too, whose flags are
    /// those of the tables.
    func confirms(_ tables: MoviePresentation) -> Bool {
        isOutlined == tables.isOutlined && !differsFromTables && hasEqualFiles(tables)
    }

    /// Whether the files of another presentation of the same movie are equal, without building segments.
    package func hasEqualFiles(_ other: MoviePresentation) -> Bool {
        files == other.files && entries == other.entries
            && renditions.elementsEqual(other.renditions) { $0.hasEqualSegments($1) }
    }

    private func data(of content: PresentedFile.Content) -> ByteRope? {
        switch content {
        case .stored(let data): data
        case .segment(let rendition, let index): renditions[rendition].sentBytes(index, from: media)
        case .encoded: nil
        }
    }

    /// Returns the segment that a file consists of and that is encoded when it is requested; nil for other files.
    package func encodedSegment(of file: PresentedFile) -> EncodedSegment? {
        guard case .encoded(let rendition, let index)? = file.parts.first?.content else { return nil }
        var segment = input.encoded?.segment(rendition, index)
        segment?.encryption = encodedFormats.indices.contains(rendition) ? encodedFormats[rendition] : nil
        return segment
    }
}

extension ByteRope {
    /// Returns a range of the bytes, without copying them.
    package func part(_ range: Range<Int>) -> ByteRope {
        var result = ByteRope()
        var start = 0
        for slice in slices {
            let part = range.clamped(to: start..<start + slice.count)
            if !part.isEmpty { result.append(slice.slice(part.lowerBound - start..<part.upperBound - start)) }
            start += slice.count
        }
        return result
    }
}
