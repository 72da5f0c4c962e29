import AssetWriting
import Foundation
import OutsidePrograms
import Testing

/// Asset properties of ffmpeg's movies, compared with ffprobe.
@Suite struct AssetTests {
    @Test func trackPropertiesMatchFFprobe() throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(
            folder, extra: ["-metadata:s:a", "language=deu"])
        let asset = try Asset(url: movie)
        #expect(asset.tracks.map(\.mediaType) == [.video, .audio])
        #expect(asset.duration == .seconds(10))
        let video = asset.tracks[0]
        #expect(video.trackID == 1 && video.naturalSize == PixelSize(width: 160, height: 96))
        #expect(video.nominalFrameRate == 30 && video.sampleCount == 300 && video.requiresFrameReordering)
        #expect(video.timeRange == MediaTimeRange(start: .zero, duration: .seconds(10)))
        #expect(video.minFrameDuration == MediaTime(value: 1, timescale: 30))
        let sizes = try AssetTestMovies.probe(movie.path, "-select_streams", "v", "-show_entries", "packet=size")
            .compactMap(
                Int.init)
        #expect(video.totalSampleDataLength == Int64(sizes.reduce(0, +)))
        #expect(abs(video.estimatedDataRate - Float(sizes.reduce(0, +) * 8 / 10)) < 1)
        let audio = asset.tracks[1]
        #expect(audio.languageCode == "deu" && audio.preferredVolume == 1 && audio.naturalTimeScale == 48_000)
        #expect(!audio.hasAudioSampleDependencies && audio.isEnabled)
        #expect(audio.mediaTrack?.priming == 1024)
    }

    /// A quarter turn counter-clockwise, the positive direction of ffprobe.
    @Test func theTransformIsTheDisplayMatrix() throws {
        let folder = try TestFolder()
        let flat = try AssetTestMovies.make(folder, seconds: 1)
        try command(
            "ffmpeg", ["-v", "error"] + AssetTestMovies.turned(flat.path) + [folder.path("turned.mp4")])
        let track = try Asset(url: FileURL(fileURLWithPath: folder.path("turned.mp4"))).tracks[0]
        let rotation = try AssetTestMovies.probe(
            folder.path("turned.mp4"), "-select_streams", "v", "-show_entries", "stream_side_data=rotation")
        #expect(rotation == ["90"])
        let transform = track.preferredTransform
        #expect((transform.a, transform.b, transform.c, transform.d) == (0, -1, 1, 0))
    }

    @Test func codedSamplesAreThePacketsOfTheFile() throws {
        let folder = try TestFolder()
        let movie = try AssetTestMovies.make(folder)
        for (type, selection) in [(MediaType.video, "v"), (.audio, "a")] {
            let (reader, output) = try Asset(url: movie).reading(type, nil)
            var samples: [Sample] = []
            while let sample = output.nextSample() { samples.append(sample) }
            #expect(reader.status == .completed)
            let packets = try AssetTestMovies.probe(
                movie.path, "-select_streams", selection, "-show_data_hash", "adler32", "-show_entries",
                "packet=pts,dts,size,flags,data_hash"
            ).map { $0.split(separator: ",").map(String.init) }.filter { $0.count >= 5 }
            #expect(samples.count == packets.count)
            for (sample, packet) in zip(samples, packets) {
                let fields = [sample.presentationTicks, sample.decodeTicks, Int64(sample.bytes.count)].map(String.init)
                #expect(fields == Array(packet[..<3]) && sample.isSync == packet[3].hasPrefix("K"))
                #expect(packet[4] == "adler32:" + adler32(sample.bytes))
            }
            let file = try #require(samples.first?.bytes.storage.file)
            #expect(file.descriptor > 0)
        }
    }

    @Test func codedTimeRangeStartsAtPrecedingSyncSample() throws {
        let folder = try TestFolder()
        let range = MediaTimeRange(start: .seconds(3), duration: .seconds(2))
        let (reader, output) = try Asset(url: AssetTestMovies.make(folder)).reading(.video, nil, range)
        var samples: [Sample] = []
        while let sample = output.nextSample() { samples.append(sample) }
        #expect(samples.first?.isSync == true && samples.first?.presentationTime == .seconds(2))
        let times = Set(samples.map(\.presentationTime))
        for frame in 90..<150 { #expect(times.contains(MediaTime(value: Int64(frame), timescale: 30))) }
        #expect(samples.count < 30 * 4 && reader.status == .completed)
    }

    @Test func fragmentedMoviesAndQuickTimeMoviesAreRead() throws {
        let folder = try TestFolder()
        let fragmented = try Asset(
            url: AssetTestMovies.make(
                folder, "fragments.mp4", extra: ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]))
        #expect(fragmented.containsFragments)
        #expect(abs(fragmented.duration.seconds - 10) < 0.1)
        #expect(fragmented.tracks[0].sampleCount == 300)
        let quickTime = try Asset(url: AssetTestMovies.make(folder, "movie.mov"))
        #expect(quickTime.tracks[0].sampleCount == 300 && !quickTime.containsFragments)
    }

    @Test func nonMovieIsRejectedWithReason() throws {
        let folder = try TestFolder()
        #expect { try Asset(url: FileURL(fileURLWithPath: folder.path("none.mp4"))) } throws: {
            ($0 as? AssetReaderError)?.code == .unreadableFile
        }
        try Data("no movie at all, only text".utf8).write(to: folder.url("text.mp4"))
        #expect { try Asset(url: FileURL(fileURLWithPath: folder.path("text.mp4"))) } throws: {
            ($0 as? AssetReaderError)?.code == .unrecognizedFormat
        }
        #expect { try Asset(url: FileURL(fileURLWithPath: folder.root.path)) } throws: {
            ($0 as? AssetReaderError)?.code == .unreadableFile
        }
    }

    private func adler32(_ bytes: ByteSlice) -> String {
        let (low, high) = bytes.bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65521
            return (low, (sums.1 + low) % 65521)
        }
        let text = String(high << 16 | low, radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }
}
