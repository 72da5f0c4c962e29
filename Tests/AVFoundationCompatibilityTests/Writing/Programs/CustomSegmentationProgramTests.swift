import AVFoundationCompatibility
import Testing

/// Custom segmentation: an indefinite interval and flushSegment.
@Suite struct CustomSegmentationProgramTests {
    private func writer(
        _ format: CMFormatDescription, _ presentation: PresentationFolder
    ) -> (AVAssetWriter, AVAssetWriterInput) {
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: format)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .indefinite
        writer.delegate = presentation
        writer.add(input)
        return (writer, input)
    }

    @Test func segmentsEndWhereTheProgramFlushes() async throws {
        let folder = try WritingFolder()
        let presentation = try PresentationFolder(folder)
        let (format, buffers) = try SourceMovie(folder, seconds: 7).samples(.video)
        let (writer, input) = writer(format, presentation)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        // Sync samples are one second apart: segments of 2, 3 and 2 seconds.
        for (index, buffer) in buffers.enumerated() {
            if index == 60 || index == 150 { writer.flushSegment() }
            while !input.isReadyForMoreMediaData { await Task.yield() }
            #expect(input.append(buffer))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let durations = presentation.segments.map { $0.report.trackReports[0].duration.seconds }
        #expect(durations == [2, 3, 2])
        try presentation.finish()
        #expect(try folder.decodingMessages("out/index.m3u8") == "")
        try folder.validate("out/index.m3u8")
    }

    @Test func flushBeforeNonSyncSampleFailsTheWriter() throws {
        let folder = try WritingFolder()
        let (format, buffers) = try SourceMovie(folder, seconds: 2).samples(.video)
        let presentation = try PresentationFolder(folder)
        let (writer, input) = writer(format, presentation)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for buffer in buffers[..<10] { #expect(input.append(buffer)) }
        writer.flushSegment()
        #expect(!input.append(buffers[10]))
        #expect(writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .segmentStartedWithNonSyncSample)
        // Later appends fail too, and a waiting loop sees it.
        #expect(input.isReadyForMoreMediaData && !input.append(buffers[11]))
    }

    @Test func customSegmentationExcludesEncoding() throws {
        let presentation = try PresentationFolder(WritingFolder())
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .indefinite
        writer.delegate = presentation
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        #expect(!writer.canAdd(input))
        writer.add(input)
        #expect(!writer.startWriting() && writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .incorrectlyConfigured)
    }
}
