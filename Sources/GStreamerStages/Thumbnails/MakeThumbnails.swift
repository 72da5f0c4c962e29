package import Media
package import StageKit

/// Produces images with many thumbnails each, for seeking, and a poster.
package struct MakeThumbnails: Processor {
    package static let kind = "image.thumbnails"
    package static let abstract = "Generates thumbnails for seeking, many in one JPEG image, and a poster."
    package static var mediaTypes: Set<MediaType> { [.video] }

    package struct Options: StageOptions {
        package var interval = MediaTime.seconds(5)
        package var height = 90
        package var columns = 5
        package var rows = 5
        package var quality = 75
        package var poster = MediaTime.zero
        package var posterHeight = 720
        package var name = "thumbnails"

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option(
                    "interval", \.interval, in: .milliseconds(500)...(.seconds(600)),
                    "Duration that each thumbnail represents."),
                .option("height", \.height, in: 16...270, "Height of a thumbnail in lines; the aspect ratio is kept."),
                .option("columns", \.columns, in: 1...10, "Number of thumbnails per row of an image."),
                .option("rows", \.rows, in: 1...10, "Number of rows of an image."),
                .option("quality", \.quality, in: 1...100, "JPEG quality."),
                .option("poster", \.poster, "Time of the frame shown in the poster."),
                .option(
                    "poster-height", \.posterHeight, in: 16...4320, "Maximum height of the poster in lines."),
                .option("name", \.name, "Folder of the images."),
            ]
        }
    }

    private let options: Options

    /// Throws `invalid-options` if the name is not a valid folder name.
    package init(options: Options) throws {
        let name = options.name
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2f || $0 < 0x20 }) else {
            throw StageError(.invalidOptions, "name '\(name)' is not a valid folder name")
        }
        self.options = options
    }

    package func run(
        input: any Inlet<Frame>, output: any Outlet<Segment>, context: StageContext
    ) async throws {
        var maker: ThumbnailMaker?
        do {
            while let messages = try await input.receive() {
                for message in messages {
                    switch message {
                    case .track(let track) where maker == nil:
                        guard case .rawVideo(let format) = track.format else {
                            throw StageError(.unsupportedMedia, "image.thumbnails requires uncompressed video")
                        }
                        maker = try await ThumbnailMaker(options, track.id, format, context)
                    case .payload(let frame): try await maker?.process(frame, output)
                    case .track, .gap, .end: break
                    }
                }
            }
            try await maker?.finish(output)
        } catch {
            await maker?.abandon(error)
            if !(error is OutputClosed) { throw error }
        }
    }
}

/// Produces the thumbnails and the poster of one track.
private struct ThumbnailMaker {
    private let options: MakeThumbnails.Options
    private let track: Track.ID
    private let context: StageContext
    private let steps: SegmentGrid
    private let scaler: ImageSession
    private let coder: ImageSession
    private let posterSize: PixelSize
    private var sheet: ThumbnailSheet
    private var hasPoster = false
    private var last: Int64 = -1
    /// The indexes of the frames being scaled.
    private var scaling: [Int64] = []
    /// The sheets being encoded.
    private var coding: [(first: Int64, count: Int)] = []
    private var emitted = 0
    private var end = MediaTime.zero

    init(
        _ options: MakeThumbnails.Options, _ track: Track.ID, _ format: RawVideoFormat, _ context: StageContext
    ) async throws {
        (self.options, self.track, self.context) = (options, track, context)
        steps = SegmentGrid(interval: options.interval)
        let shape = Double(format.size.width) * max(0.01, format.pixelAspect.value) / Double(max(1, format.size.height))
        let tile = PixelSize(
            width: min(1920, max(4, Int((Double(options.height) * shape / 4).rounded()) * 4)), height: options.height)
        let lines = min(options.posterHeight, format.size.height)
        posterSize = PixelSize(width: even(Double(lines) * shape), height: even(Double(lines)))
        sheet = ThumbnailSheet(
            ThumbnailGrid(
                tileSize: tile, columns: options.columns, rows: options.rows, tileDuration: options.interval,
                contentType: "image/jpeg"))
        scaler = try await ImageSession(
            "videoscale ! videoconvert ! video/x-raw,format=RGB,width=\(tile.width),height=\(tile.height),"
                + "pixel-aspect-ratio=1/1", context: context)
        coder = try await ImageSession("videoconvert ! jpegenc quality=\(options.quality)", context: context)
    }

    mutating func process(_ frame: Frame, _ output: any Outlet<Segment>) async throws {
        guard frame.track == track else { return }
        let time = frame.presentationTime
        end = max(end, time + MediaTime(value: frame.duration, timescale: frame.timescale))
        if !hasPoster, time >= options.poster { try await makePoster(of: frame, output) }
        let index = steps.index(at: time)
        guard index > last, index >= 0 else { return }
        last = index
        scaling.append(index)
        try await scaler.push(frame)
        try await draw(scaler.dequeueImages())
        try await emit(coder.dequeueImages(), output)
    }

    mutating func finish(_ output: any Outlet<Segment>) async throws {
        try await draw(scaler.finish())
        if let rest = sheet.finish() { try await encode(rest) }
        try await emit(coder.finish(), output)
    }

    func abandon(_ error: any Error) async {
        await scaler.abandon(error)
        await coder.abandon(error)
    }

    private mutating func draw(_ pictures: [ByteSlice]) async throws {
        for picture in pictures where !scaling.isEmpty {
            for full in sheet.add(picture, at: scaling.removeFirst()) { try await encode(full) }
        }
    }

    private mutating func encode(_ full: ThumbnailSheet.CompletedSheet) async throws {
        let size = sheet.grid.size
        let caps = "video/x-raw,format=RGB,width=\(size.width),height=\(size.height),framerate=0/1"
        guard let content = GStreamerFrame(copying: full.bytes, caps: caps) else { return }
        coding.append((full.first, full.count))
        let time = steps.boundary(full.first).ticks(at: 1000)
        try await coder.push(
            Frame(track: track, timescale: 1000, presentationTicks: time, duration: 1000, content: content))
    }

    private mutating func emit(_ images: [ByteSlice], _ output: any Outlet<Segment>) async throws {
        for image in images where !coding.isEmpty {
            let (first, count) = coding.removeFirst()
            let begin = steps.boundary(first)
            let until = min(
                max(end, begin + options.interval * Int64(count - 1)), begin + options.interval * Int64(count))
            try await output.send(
                .payload(segment(.separable, image, sheet.grid, from: begin, until: until, count: count)))
            emitted += 1
        }
    }

    /// The poster precedes the images, because it describes the presentation.
    private mutating func makePoster(of frame: Frame, _ output: any Outlet<Segment>) async throws {
        hasPoster = true
        let session = try await ImageSession(
            "videoscale ! videoconvert ! video/x-raw,width=\(posterSize.width),height=\(posterSize.height),"
                + "pixel-aspect-ratio=1/1 ! jpegenc quality=\(options.quality)", context: context)
        do {
            try await session.push(frame)
            guard let image = try await session.finish().first else { return }
            let time = frame.presentationTime
            try await output.send(
                .payload(segment(.initialization, image, sheet.grid, from: time, until: time, count: 1)))
        } catch {
            await session.abandon(error)
            throw error
        }
    }

    private func segment(
        _ kind: Segment.Kind, _ image: ByteSlice, _ grid: ThumbnailGrid, from begin: MediaTime, until: MediaTime,
        count: Int
    ) -> Segment {
        var rendition = Rendition(id: options.name, tracks: [], interval: options.interval * Int64(grid.count))
        rendition.images = grid
        let report = SegmentReport.TrackReport(
            trackID: track, mediaType: .video, earliestPresentationTime: begin, duration: until - begin,
            sampleCount: count)
        var data = ByteRope()
        data.append(image)
        return Segment(
            rendition: rendition, kind: kind, index: emitted, data: data,
            report: SegmentReport(kind: kind, tracks: kind == .separable ? [report] : []))
    }
}
