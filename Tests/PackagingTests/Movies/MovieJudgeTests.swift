import ScriptedMedia
import Packaging
import Foundation
import ISOMedia
import Media
import Testing

/// The properties of movies and tracks, as read by ffprobe and mediainfo.
@Suite(
    .enabled(
        if: ReferenceReader.exists("ffprobe") && ReferenceReader.exists("mediainfo"),
        "Scripts/setup --test installs the readers"))
struct ReferenceReaderTests {
    private let size = PixelSize(width: 640, height: 360)

    private func movie(
        _ type: MovieFileType, video: MovieTrackSettings = MovieTrackSettings(),
        audio: MovieTrackSettings = MovieTrackSettings(), _ adjust: (inout MovieSettings) -> Void = { _ in }
    ) throws -> [UInt8] {
        var pictures = Script.video(frames: 90, rate: (30, 1), syncEvery: 30)
        pictures.track.language = "fr"
        pictures.track.name = "Main camera"
        var sound = Script.audio(packets: 141, rate: 48000, priming: 0)
        sound.track.language = "de-CH"
        return try Script.write([pictures, sound], type, tracks: [video, audio], adjust: adjust).bytes
    }

    @Test(arguments: [MovieFileType.mp4, .mov], 0..<8) func allEightOrientationsAreReadBack(
        type: MovieFileType, orientation: Int
    ) throws {
        var settings = MovieTrackSettings()
        let (turns, isMirrored) = (orientation % 4, orientation >= 4)
        settings.transform = DisplayMatrix(clockwiseQuarterTurns: turns, isMirrored: isMirrored, size: size)
        try withFile("movie.\(type)", movie(type, video: settings)) { file in
            let matrix = try ReferenceReader.probe(file).streams?[0].side_data_list?.first?.displaymatrix
            let numbers = matrix.map { text in
                text.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: " ").dropFirst() }
                    .compactMap { Int32($0) }
            }
            // Without a matrix none is reported.
            #expect(numbers ?? DisplayMatrix.identity.values == settings.transform?.values)
            if !isMirrored {
                let rotation = try ReferenceReader.mediaInfo(file).first { $0["@type"] == "Video" }?["Rotation"]
                #expect(rotation.flatMap(Double.init) == Double(turns * 90))
            }
        }
    }

    @Test(arguments: [MovieFileType.mp4, .mov], [MediaTime.indefinite, .seconds(1)])
    func languagesNamesFlagsAndTimescalesAreReadBack(type: MovieFileType, interval: MediaTime) throws {
        var (video, audio) = (MovieTrackSettings(), MovieTrackSettings())
        video.mediaTimescale = 90_000
        audio.isEnabled = false
        (audio.volume, audio.alternateGroup) = (0.5, 2)
        let bytes = try movie(type, video: video, audio: audio) { settings in
            settings.movieFragmentInterval = interval
            settings.movieTimescale = 600
        }
        try withFile("movie.\(type)", bytes) { file in
            let streams = try #require(try ReferenceReader.probe(file).streams)
            #expect(streams.map { $0.tags?["language"] } == ["fra", "deu"])
            #expect(streams[0].tags?["handler_name"] == "Main camera")
            #expect(streams.map { $0.disposition["default"] } == [1, 0])
            #expect(streams.map(\.time_base) == ["1/90000", "1/48000"])
            #expect(streams.map(\.nb_frames) == ["90", "141"])
            let tracks = try ReferenceReader.mediaInfo(file)
            #expect(tracks[1]["Language"] == "fr" && tracks[1]["Title"] == "Main camera")
            #expect(tracks[2]["Default"] == "No" && tracks[2]["AlternateGroup"] == "2")
            #expect(tracks[2]["Language"] == "de")
        }
        // None of the three programs reports volume and movie timescale, so the header bytes are compared.
        let movie = try #require(bytes.firstRange(of: Array("mvhd".utf8))).upperBound
        #expect(TopLevelBoxes.number(bytes, movie + 12, 4) == 600)
        let sound = try #require(bytes.ranges(of: Array("tkhd".utf8)).last).upperBound
        #expect(bytes[sound + 36] == 0 && bytes[sound + 37] == 0x80)
        #expect(bytes.firstRange(of: Array("de-CH\0".utf8)) != nil)
    }

    @Test(arguments: [MovieFileType.mp4, .mov]) func metadataAreReadBack(type: MovieFileType) throws {
        let said: [(CommonMetadataKey, String, String)] = [
            (.title, "A title – ünïcödé", "title"), (.artist, "An artist", "artist"),
            (.comment, "A comment", "comment"),
            (.albumName, "An album", "album"), (.copyright, "Nobody", "copyright"), (.genre, "Test", "genre"),
            (.creationDate, "2024-05-06T07:08:09Z", "date"), (.location, "+48.1374+011.5755/", "location"),
        ]
        var video = MovieTrackSettings()
        video.metadata = [MetadataItem(.title, "Track title")]
        let bytes = try movie(type, video: video) { settings in
            settings.metadata = said.map { MetadataItem($0.0, $0.1) }
            settings.metadata.append(MetadataItem(.quickTime("com.example.take"), .integer(7)))
            settings.creationTime = 3_797_821_689
        }
        try withFile("movie.\(type)", bytes) { file in
            let tags = try #require(try ReferenceReader.probe(file).format?.tags)
            for (_, value, key) in said { #expect(tags[key] == value) }
            #expect(tags["com.example.take"] == "7")
            #expect(tags["creation_time"] == "2024-05-06T06:28:09.000000Z")
            if type == .mov { #expect(tags["com.apple.quicktime.title"] == "A title – ünïcödé") }
            let general = try ReferenceReader.mediaInfo(file)[0]
            #expect(general["Title"] == "A title – ünïcödé" && general["Performer"] == "An artist")
            #expect(general["Encoded_Date"] == "2024-05-06 06:28:09 UTC")
        }
    }

    @Test(arguments: [MovieFileType.mp4, .mov]) func chaptersAndTimecodesAreReadBackThroughTheirAssociations(
        type: MovieFileType
    ) throws {
        let pictures = Script.video(frames: 90, rate: (30, 1), syncEvery: 30)
        let titles = Script.text([(0, "Intro"), (1000, "Middle – ü"), (2000, "End")])
        let format = CodedDataFormat.timecode(timescale: 30, frameDuration: 1, framesPerSecond: 30)
        let track = Track(id: Track.ID(rawValue: 4), format: .codedData(format), timescale: 30)
        let frame = CodedDataFormat.timecodeSample(frame: 108_030)
        let codes = Script(
            track: track,
            samples: [
                Sample(track: track.id, timescale: 30, decodeTicks: 0, duration: 90, bytes: ByteSlice(copying: frame))
            ])
        var hidden = MovieTrackSettings()
        hidden.isEnabled = false
        var assembler = MovieAssembler(settings: MovieSettings(fileType: type))
        try assembler.add(pictures.track)
        try assembler.add(titles.track, hidden)
        try assembler.add(track, hidden)
        try assembler.associate(pictures.track.id, with: titles.track.id, as: .chapterList)
        try assembler.associate(pictures.track.id, with: track.id, as: .timecode)
        var image = MovieImage()
        try Script.feed([pictures, titles, codes], to: &assembler, into: &image)
        try assembler.finish()
        image.perform(assembler.dequeueOperations())
        try withFile("movie.\(type)", image.bytes) { file in
            let probe = try ReferenceReader.probe(file)
            #expect(probe.chapters?.map { $0.tags?["title"] } == ["Intro", "Middle – ü", "End"])
            #expect(probe.chapters?.map(\.start_time) == ["0.000000", "1.000000", "2.000000"])
            #expect(probe.streams?[0].tags?["timecode"] == "01:00:01:00")
            let tracks = try ReferenceReader.mediaInfo(file)
            #expect(tracks.contains { $0["TimeCode_FirstFrame"] == "01:00:01:00" })
            let menu = try #require(tracks.first { $0["@type"] == "Menu" })
            #expect(menu["Format"] == "Timed Text" && menu["ID"] == "2")
        }
    }
}
