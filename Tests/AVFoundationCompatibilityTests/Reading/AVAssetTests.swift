import AVFoundationCompatibility
import Testing

/// The properties of ffmpeg's movies, compared with ffprobe.
@Suite struct AVAssetTests {
    @Test func loadedPropertiesMatchFFprobe() async throws {
        let movies = try ReadingMovies()
        let url = try movies.make("movie.mp4", seconds: 4, ["-metadata:s:a", "language=deu"])
        let asset = AVURLAsset(url: url)
        let (tracks, duration) = try await asset.load(.tracks, .duration)
        #expect(tracks.map(\.mediaType) == [.video, .audio] && duration.seconds == 4)
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let (size, rate, range, transform) = try await video.load(
            .naturalSize, .nominalFrameRate, .timeRange, .preferredTransform)
        #expect(size == CGSize(width: 160, height: 96) && rate == 30 && transform.isIdentity)
        #expect(range == CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 1)))
        let sizes = try ReadingMovies.probe(url, "-select_streams", "v", "-show_entries", "packet=size")
        #expect(video.totalSampleDataLength == Int64(sizes.compactMap { Int($0[0]) }.reduce(0, +)))
        #expect(video.minFrameDuration == CMTime(value: 1, timescale: 30) && video.requiresFrameReordering)
        let audio = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        #expect(try await audio.load(.languageCode) == "deu" && audio.naturalTimeScale == 48_000)
        #expect(try await !audio.load(.hasAudioSampleDependencies))
        #expect(asset.track(withTrackID: 2) == audio && audio != video)
    }

    @Test func propertiesAreLoadedByTheirKeys() async throws {
        let movies = try ReadingMovies()
        let asset = AVURLAsset(url: try movies.make())
        var error: NSError?
        #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .unknown && error == nil)
        await withCheckedContinuation { continuation in
            asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { continuation.resume() }
        }
        #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .loaded && error == nil)
        #expect(asset.tracks.count == 2)

        let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/movie.mp4"))
        await withCheckedContinuation { continuation in
            missing.loadValuesAsynchronously(forKeys: ["tracks"]) { continuation.resume() }
        }
        #expect(missing.statusOfValue(forKey: "tracks", error: &error) == .failed && error?.code == -1100)
    }

    @Test func formatDescriptionsContainCodecAndLayout() async throws {
        let movies = try ReadingMovies()
        let asset = AVURLAsset(url: try movies.make())
        let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let format = try #require(try await video.load(.formatDescriptions).first)
        #expect(format.mediaType == .video && format.mediaSubType == .h264)
        #expect(format.dimensions == CMVideoDimensions(width: 160, height: 96))
        let audio = try #require(asset.tracks(withMediaType: .audio).first?.formatDescriptions.first)
        let description = try #require(audio.audioStreamBasicDescription)
        #expect(description.mFormatID == kAudioFormatMPEG4AAC && description.mSampleRate == 48_000)
        #expect(description.mChannelsPerFrame == 1 && description.mFramesPerPacket == 1024)
    }

    @Test func rotationIsTransform() throws {
        let movies = try ReadingMovies()
        let flat = try movies.make(seconds: 1)
        let turned = movies.root.appending(path: "turned.mov")
        let version = try ReadingMovies.run("ffmpeg", ["-version"]).firstMatch(of: /version n?(\d+)/)
        let isOld = (version.flatMap { Int($0.1) } ?? 0) < 6
        try ReadingMovies.run(
            "ffmpeg",
            ["-v", "error"]
                + (isOld
                    ? ["-i", flat.path, "-c", "copy", "-metadata:s:v", "rotate=90"]
                    : ["-display_rotation:v:0", "90", "-i", flat.path, "-c", "copy"]) + [turned.path])
        let track = try #require(AVURLAsset(url: turned).tracks(withMediaType: .video).first)
        #expect(track.preferredTransform == CGAffineTransform(0, -1, 1, 0, 0, 0))
        #expect(track.naturalSize.applying(track.preferredTransform) == CGSize(width: 96, height: -160))
    }

    @Test func metadataMatchesFFprobe() async throws {
        let movies = try ReadingMovies()
        let title = "Grüße, 世界"
        let tags = ["-metadata", "title=\(title)", "-metadata", "artist=Somebody", "-metadata:s:a", "title=Commentary"]
        let url = try movies.make("movie.mp4", seconds: 1, tags)
        let asset = AVURLAsset(url: url)
        let items = try await asset.load(.metadata)
        let titles = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle)
        #expect(titles.map(\.stringValue) == [title] && titles.first?.identifier == .iTunesMetadataSongName)
        #expect(try ReadingMovies.probe(url, "-show_entries", "format_tags=artist") == [["Somebody"]])
        let artist = AVMetadataItem.metadataItems(
            from: items, withKey: AVMetadataKey.commonKeyArtist.rawValue, keySpace: .common)
        #expect(try await artist.first?.load(.stringValue) == "Somebody")
        let named = AVURLAsset(
            url: try movies.make("movie.mov", seconds: 1, tags + ["-movflags", "use_metadata_tags"]))
        let named2 = AVMetadataItem.metadataItems(
            from: named.metadata, filteredByIdentifier: AVMetadataIdentifier("mdta/title"))
        #expect(named2.map(\.stringValue) == [title])
        let quickTime = AVURLAsset(url: try movies.make("user.mov", seconds: 1, tags))
        let texts = AVMetadataItem.metadataItems(
            from: quickTime.metadata, filteredByIdentifier: .quickTimeUserDataFullName)
        #expect(texts.map(\.stringValue) == [title] && quickTime.commonMetadata.count >= 2)
    }

    @Test func damagedAndMissingFilesThrowDocumentedErrors() async throws {
        let movies = try ReadingMovies()
        let missing = AVURLAsset(url: movies.root.appending(path: "none.mp4"))
        await #expect { try await missing.load(.tracks) } throws: {
            ($0 as NSError).domain == "NSURLErrorDomain" && ($0 as NSError).code == -1100
        }
        #expect(missing.tracks.isEmpty && !missing.duration.isValid)
        let text = movies.root.appending(path: "text.mp4")
        try Data("no movie at all, only text".utf8).write(to: text)
        await #expect { try await AVURLAsset(url: text).load(.duration) } throws: {
            ($0 as? AVError)?.code == .fileFormatNotRecognized
        }
        let movie = try movies.make(seconds: 1)
        let cut = movies.root.appending(path: "cut.mp4")
        try Data(contentsOf: movie).prefix(5000).write(to: cut)
        #expect { try AVAssetReader(asset: AVAsset(url: cut)) } throws: {
            ($0 as? AVError)?.code == .fileFailedToParse
        }
        let remote = AVURLAsset(url: try #require(URL(string: "https://example.com/movie.mp4")))
        await #expect { try await remote.loadTracks(withMediaType: .video) } throws: {
            ($0 as? AVError)?.code == .operationNotSupportedForAsset
        }
        if case .failed(let error) = missing.status(of: .tracks) {
            #expect(error.code == -1100)
        } else {
            Issue.record("the status is not failed")
        }
    }
}
