import ISOMedia
import Media
import Packaging
import ScriptedMedia
import Testing

/// Uncompressed audio in movie files, whose samples are single frames.
@Suite struct UncompressedMovieTests {
    private let track = Track(
        id: Track.ID(rawValue: 1),
        format: .codedAudio(
            CodedAudioFormat(
                configuration: PCMConfiguration(isFloat: false, isLittleEndian: true, bitsPerSample: 16).configuration,
                sampleRate: 48_000, channelCount: 2, framesPerPacket: 0)), timescale: 48_000)

    private func packet(_ ticks: Int64, frames: Int, timescale: Int32 = 48_000, size: Int? = nil) -> Sample {
        Sample(
            track: track.id, timescale: timescale, decodeTicks: ticks, duration: Int64(frames),
            bytes: ByteSlice(
                copying: (0..<(size ?? frames * 4)).map { UInt8(truncatingIfNeeded: Int(ticks) &+ $0) }))
    }

    private func written(
        _ type: MovieFileType, _ packets: [Sample], _ adjust: (inout MovieSettings) -> Void = { _ in }
    ) throws -> MovieFile {
        var settings = MovieSettings(fileType: type)
        adjust(&settings)
        var assembler = MovieAssembler(settings: settings)
        try assembler.add(track)
        for packet in packets { try assembler.append(packet) }
        try assembler.finish()
        var image = MovieImage()
        image.perform(assembler.dequeueOperations())
        return try MovieFile(reading: ByteSlice(copying: image.bytes))
    }

    /// Returns the times and the bytes of all packets.
    private func content(_ movie: MovieFile) throws -> (times: [Int64], bytes: [UInt8]) {
        let track = try #require(movie.tracks.first)
        var (cursor, times, bytes) = (movie.cursor(for: track), [Int64](), [UInt8]())
        while let sample = cursor.next() {
            times.append(sample.decodeTicks)
            bytes += movie.bytes(of: sample, in: track).bytes
        }
        return (times, bytes)
    }

    @Test(arguments: [MovieFileType.mov, .mp4], [MediaTime.indefinite, .seconds(1)])
    func packetsOfAnySizeBecomeFrames(type: MovieFileType, interval: MediaTime) throws {
        var (packets, ticks) = ([Sample](), Int64(0))
        for index in 0..<200 {
            let frames = 1 + index * 37 % 2048
            packets.append(packet(ticks, frames: frames))
            ticks += Int64(frames)
        }
        let movie = try written(type, packets) { $0.movieFragmentInterval = interval }
        #expect(movie.tracks.first?.sampleCount == Int(ticks))
        #expect(try content(movie).bytes == packets.flatMap(\.bytes.bytes))
    }

    @Test func timesOfAnotherTimescaleAreCounted() throws {
        // Milliseconds: 1024 frames last 21.33 ms.
        let packets = (0..<50).map { packet(Int64($0) * 1024 * 1000 / 48_000, frames: 1024, timescale: 1000) }
        let movie = try written(.mov, packets)
        let found = try #require(movie.tracks.first)
        #expect(found.timescale == 48_000 && found.duration == MediaTime(value: 50 * 1024, timescale: 48_000))
        #expect(try content(movie).times == (0..<50).map { Int64($0) * 1024 })
    }

    @Test func gapsAreKept() throws {
        let movie = try written(.mov, [packet(0, frames: 1024), packet(2000, frames: 1024)])
        let (times, _) = try content(movie)
        #expect(times.contains(2000) && movie.tracks.first?.sampleCount == 2048)
        #expect(movie.tracks.first?.duration == MediaTime(value: 3024, timescale: 48_000))
    }

    @Test(arguments: [0, 1, 3, 4095]) func incompleteFramesAreRejected(size: Int) throws {
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mov))
        try assembler.add(track)
        let error = #expect(throws: PackagingError.self) {
            try assembler.append(packet(0, frames: 1024, size: size))
        }
        #expect(error?.code == .unsupportedFormat && error?.message.contains("frames of 4 bytes") == true)
    }

    @Test func overlappingPacketsAreRejected() throws {
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mov))
        try assembler.add(track)
        try assembler.append(packet(0, frames: 48_000))
        let error = #expect(throws: PackagingError.self) { try assembler.append(packet(100, frames: 48_000)) }
        #expect(error?.code == .badTimestamps)
    }

    @Test func proResRequiresAQuickTimeMovie() throws {
        let format = CodedVideoFormat(
            configuration: .boxed(sampleEntry: "apcn", boxes: []), size: PixelSize(width: 64, height: 48))
        let video = Track(id: Track.ID(rawValue: 2), format: .codedVideo(format), timescale: 25)
        var assembler = MovieAssembler(settings: MovieSettings(fileType: .mp4))
        let error = #expect(throws: PackagingError.self) { try assembler.add(video) }
        #expect(error?.message.contains("ProRes") == true && error?.message.contains("mov") == true)
        var movie = MovieAssembler(settings: MovieSettings(fileType: .mov))
        #expect(throws: Never.self) { try movie.add(video) }
    }
}
