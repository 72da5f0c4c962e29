import AVFoundationCompatibility
import Testing

/// Passthrough of the tracks of a movie.
@Suite struct PassthroughProgramTests {
    private func hashes(_ folder: WritingFolder, _ name: String, _ stream: String) throws -> [String] {
        try folder.probe(
            name, "-select_streams", stream, "-show_data_hash", "md5", "-show_entries", "packet=data_hash")
    }

    private func segment(
        _ buffers: [CMSampleBuffer], of format: CMFormatDescription, type: AVMediaType, profile: AVFileTypeProfile,
        start: CMTime = .zero, into presentation: PresentationFolder
    ) async throws -> AVAssetWriter {
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        let input = AVAssetWriterInput(mediaType: type, outputSettings: nil, sourceFormatHint: format)
        #expect(writer.canAdd(input))
        writer.add(input)
        writer.outputFileTypeProfile = profile
        writer.preferredOutputSegmentInterval = CMTime(value: 3, timescale: 1)
        writer.initialSegmentStartTime = start
        writer.delegate = presentation
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: start)
        let group = DispatchGroup()
        SampleSupply(input).supply({ buffers.indices.contains($0) ? buffers[$0] : nil }, to: group)
        await group.finished()
        await writer.finishWriting()
        try presentation.finish()
        return writer
    }

    @Test(arguments: [AVMediaType.video, .audio]) func cmafSegmentsContainThePacketsOfTheMovie(
        type: AVMediaType
    ) async throws {
        let folder = try WritingFolder()
        let presentation = try PresentationFolder(folder)
        let (format, buffers) = try SourceMovie(folder).samples(type)
        let writer = try await segment(
            buffers, of: format, type: type, profile: .mpeg4CMAFCompliant, into: presentation)
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let stream = type == .video ? "v" : "a"
        let packets = try hashes(folder, "source.mp4", stream)
        #expect(packets.count > 200)
        #expect(try hashes(folder, "out/index.m3u8", stream) == packets)
        #expect(presentation.initialization?.range(of: Data("cmfc".utf8)) != nil)
        #expect(presentation.segments.count == 4)
        try folder.validate("out/index.m3u8")
    }

    /// Under Apple HLS an offset keeps priming above zero; CMAF edits it out.
    @Test func tenSecondOffsetShiftsPrimingBackward() async throws {
        let folder = try WritingFolder()
        let offset = CMTime(value: 10, timescale: 1)
        let source = try SourceMovie(folder)
        let (format, buffers) = try source.samples(.audio, offset: offset)
        let priming = CMTimeSubtract(offset, buffers[0].presentationTimeStamp)
        #expect(priming == CMTime(value: 1024, timescale: 48_000))
        let presentation = try PresentationFolder(folder)
        let writer = try await segment(
            buffers, of: format, type: .audio, profile: .mpeg4AppleHLS, start: offset, into: presentation)
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(presentation.initialization?.range(of: Data("elst".utf8)) == nil)
        let first = try #require(presentation.segments.first?.report.trackReports.first)
        #expect(first.earliestPresentationTimeStamp == CMTimeSubtract(offset, priming))
        #expect(first.trackID == 1 && first.mediaType == .audio && first.firstVideoSampleInformation == nil)

        let edited = try PresentationFolder(folder, name: "cmaf")
        let (_, plain) = try source.samples(.audio)
        let other = try await segment(
            plain, of: format, type: .audio, profile: .mpeg4CMAFCompliant, into: edited)
        #expect(other.status == .completed)
        #expect(edited.initialization?.range(of: Data("elst".utf8)) != nil)
    }

    @Test func primingBeforeZeroUnderAppleHLSFailsTheWriter() async throws {
        let folder = try WritingFolder()
        let (format, buffers) = try SourceMovie(folder, seconds: 4).samples(.audio)
        let writer = try await segment(
            buffers, of: format, type: .audio, profile: .mpeg4AppleHLS, into: try PresentationFolder(folder))
        #expect(writer.status == .failed)
        #expect((writer.error as? AVError)?.code == .incorrectlyConfigured)
    }

    @Test func movieFileContainsBothTracks() async throws {
        let folder = try WritingFolder()
        let source = try SourceMovie(folder, seconds: 4)
        let writer = try AVAssetWriter(url: folder.url("copy.mov"), fileType: .mov)
        writer.shouldOptimizeForNetworkUse = true
        let group = DispatchGroup()
        var supplies: [(SampleSupply, [CMSampleBuffer])] = []
        for type in [AVMediaType.video, .audio] {
            let (_, buffers) = try source.samples(type)
            // A QuickTime movie needs no hint: the buffers carry their format.
            let input = AVAssetWriterInput(mediaType: type, outputSettings: nil)
            writer.add(input)
            supplies.append((SampleSupply(input, label: type.rawValue), buffers))
        }
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        writer.startSession(atSourceTime: .zero)
        for (supply, buffers) in supplies {
            supply.supply({ buffers.indices.contains($0) ? buffers[$0] : nil }, to: group)
        }
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(try hashes(folder, "copy.mov", "v") == hashes(folder, "source.mp4", "v"))
        #expect(try folder.decodingMessages("copy.mov") == "")
        try folder.decodeWithGStreamer("copy.mov")
    }
}
