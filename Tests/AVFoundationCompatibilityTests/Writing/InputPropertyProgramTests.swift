import AVFoundationCompatibility
import Testing

/// Metadata, transform, associations and groups in a movie.
@Suite struct InputPropertyProgramTests {
    private func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = NSString(string: text)
        return item
    }

    @Test func propertiesAreReadByOtherTools() async throws {
        let folder = try WritingFolder()
        let source = try SourceMovie(folder, seconds: 2)
        let writer = try AVAssetWriter(url: folder.url("movie.mov"), fileType: .mov)
        writer.metadata = [item(.commonIdentifierTitle, "A title"), item(.commonIdentifierArtist, "An artist")]
        #expect(writer.metadata.count == 2)
        writer.movieTimeScale = 600
        let group = DispatchGroup()
        var inputs: [(AVAssetWriterInput, [CMSampleBuffer])] = []
        for type in [AVMediaType.video, .audio, .audio] {
            let (format, buffers) = try source.samples(type)
            let input = AVAssetWriterInput(mediaType: type, outputSettings: nil, sourceFormatHint: format)
            writer.add(input)
            inputs.append((input, buffers))
        }
        let (video, english, german) = (inputs[0].0, inputs[1].0, inputs[2].0)
        video.transform = CGAffineTransform(rotationAngle: .pi / 2)
        video.naturalSize = CGSize(width: 320, height: 192)
        video.mediaTimeScale = 15360
        #expect(video.naturalSize == CGSize(width: 320, height: 192) && video.mediaTimeScale == 15360)
        (english.languageCode, german.languageCode) = ("eng", "deu")
        english.extendedLanguageTag = "en-GB"
        english.preferredVolume = 0.5
        #expect(english.canAddTrackAssociation(withTrackOf: german, type: "fall"))
        english.addTrackAssociation(withTrackOf: german, type: "fall")
        let languages = AVAssetWriterInputGroup(inputs: [english, german], defaultInput: german)
        #expect(writer.canAdd(languages))
        writer.add(languages)
        #expect(!writer.canAdd(languages) && writer.inputGroups == [languages])
        #expect(!english.marksOutputTrackAsEnabled && german.marksOutputTrackAsEnabled)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        for (input, buffers) in inputs {
            SampleSupply(input).supply({ buffers.indices.contains($0) ? buffers[$0] : nil }, to: group)
        }
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")

        let tags = try folder.probe("movie.mov", "-show_entries", "format_tags=title,artist")
        #expect(tags == ["A title,An artist"] || tags == ["An artist,A title"], "\(tags)")
        let rotation = try folder.probe("movie.mov", "-select_streams", "v", "-show_entries", "side_data=rotation")
        #expect(rotation.contains { $0.contains("-90") }, "\(rotation)")
        let enabled = try folder.probe(
            "movie.mov", "-select_streams", "a", "-show_entries", "stream_disposition=default:stream_tags=language")
        #expect(enabled == ["0,eng", "1,ger"] || enabled == ["0,eng", "1,deu"], "\(enabled)")
        let bytes = try Data(contentsOf: folder.url("movie.mov"))
        #expect(bytes.range(of: Data("fall".utf8)) != nil && bytes.range(of: Data("en-GB".utf8)) != nil)
        // The track headers of both languages: alternate group 1, after a layer of 0.
        let information = try folder.run("mediainfo", folder.path("movie.mov"))
        #expect(information.contains("Alternate group") && information.contains("A title"), "\(information)")
    }

    @Test func invalidValuesFailTheStart() throws {
        let cases: [(String, (AVAssetWriterInput) -> Void)] = [
            ("mediaTimeScale", { $0.mediaTimeScale = -1 }),
            ("naturalSize", { $0.naturalSize = CGSize(width: Double.nan, height: 3) }),
            ("preferredMediaChunkDuration", { $0.preferredMediaChunkDuration = .indefinite }),
            ("preferredMediaChunkDuration", { $0.preferredMediaChunkDuration = .negativeInfinity }),
            ("preferredMediaChunkAlignment", { $0.preferredMediaChunkAlignment = -1 }),
            ("languageCode", { $0.languageCode = "English" }),
            ("transform", { $0.transform = CGAffineTransform(scaleX: 1e9, y: 1) }),
            ("association", { $0.addTrackAssociation(withTrackOf: $0, type: "tmcd") }),
            ("association", { $0.addTrackAssociation(withTrackOf: $0, type: "none") }),
        ]
        for (name, set) in cases {
            let folder = try WritingFolder()
            let writer = try AVAssetWriter(url: folder.url("movie.mov"), fileType: .mov)
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
            writer.add(input)
            set(input)
            #expect(!writer.startWriting() && writer.status == .failed)
            #expect((writer.error as? AVError)?.code == .incorrectlyConfigured)
            #expect(writer.error?.localizedDescription.contains(name) == true, "\(name)")
        }
    }

    @Test func defaultsAreThoseOfAVFoundation() throws {
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        #expect(input.mediaTimeScale == 0 && input.preferredVolume == 1 && input.marksOutputTrackAsEnabled)
        #expect(input.transform == .identity && input.naturalSize == .zero && input.metadata.isEmpty)
        #expect(input.preferredMediaChunkDuration == .invalid && input.preferredMediaChunkAlignment == 0)
        #expect(input.languageCode == nil && input.sampleReferenceBaseURL == nil && !input.expectsMediaDataInRealTime)
        #expect(input.mediaDataLocation == .interleavedWithMainMediaData && input.outputSettings == nil)
        let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
        #expect(writer.status == .unknown && writer.error == nil && writer.outputFileType == .mp4)
        #expect(writer.preferredOutputSegmentInterval == .invalid && writer.initialSegmentStartTime == .invalid)
        #expect(writer.movieFragmentInterval == .invalid && writer.initialMovieFragmentSequenceNumber == 1)
        #expect(writer.outputFileTypeProfile == nil && !writer.producesCombinableFragments)
        #expect(writer.directoryForTemporaryFiles == nil && !writer.shouldOptimizeForNetworkUse)
    }

    @Test func pixelBufferAdaptorAppendsBuffersOfItsPool() async throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input,
            sourcePixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            ])
        writer.add(input)
        #expect(adaptor.pixelBufferPool == nil)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let pool = try #require(adaptor.pixelBufferPool)
        for index in 0..<50 {
            while !input.isReadyForMoreMediaData { await Task.yield() }
            let pixels = try TestMedia.pixels(index, from: pool)
            #expect(adaptor.append(pixels, withPresentationTime: CMTime(value: Int64(index), timescale: 25)))
        }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let frames = try folder.probe(
            "movie.mp4", "-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames,duration")
        #expect(frames == ["2.000000,50"], "\(frames)")
    }

    @Test func movieRefersToTheFileOfTheAttachments() async throws {
        let folder = try WritingFolder()
        let (format, buffers) = try SourceMovie(folder, seconds: 1, bFrames: 0).samples(.video)
        var file = Data()
        let writer = try AVAssetWriter(url: folder.url("movie.mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
        input.sampleReferenceBaseURL = folder.root
        writer.add(input)
        var references: [CMSampleBuffer] = []
        for buffer in buffers {
            let data = try #require(buffer.dataBuffer)
            let reference = try CMSampleBuffer(
                dataBuffer: nil, formatDescription: format, numSamples: 1,
                sampleTimings: [try buffer.sampleTimingInfo(at: 0)], sampleSizes: [data.dataLength])
            if let notSync = buffer.sampleAttachments[0][.notSync] {
                reference.sampleAttachments[0][.notSync] = notSync
            }
            CMSetAttachment(
                reference, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, value: folder.url("samples.bin"),
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
            CMSetAttachment(
                reference, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, value: file.count,
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
            references.append(reference)
            file.append(try data.dataBytes())
        }
        try file.write(to: folder.url("samples.bin"))
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        for reference in references { #expect(input.append(reference), "\(String(describing: writer.error))") }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let movie = try Data(contentsOf: folder.url("movie.mov"))
        #expect(movie.range(of: Data("samples.bin".utf8)) != nil && movie.count < file.count)
    }
}
