import AVFoundationCompatibility
import Testing

@Suite struct CMSampleBufferTests {
    private let second = CMTime(value: 1, timescale: 1)

    private func block(_ bytes: [UInt8]) throws -> CMBlockBuffer {
        try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
    }

    private func samples(_ sizes: [Int], _ timings: [CMSampleTimingInfo]) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: block(Array(0..<10)),
            formatDescription: CMFormatDescription(mediaType: .video, mediaSubType: .jpeg), numSamples: 2,
            sampleTimings: timings, sampleSizes: sizes)
    }

    @Test func copyWithNewTimesSharesData() throws {
        let timing = CMSampleTimingInfo(duration: second, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        let buffer = try samples([4, 6], [timing])
        buffer.sampleAttachments[1][.notSync] = true
        var moved = timing
        moved.presentationTimeStamp = CMTime(value: 10, timescale: 1)
        let copy = try CMSampleBuffer(copying: buffer, withNewTiming: [moved])
        #expect(copy.presentationTimeStamp.seconds == 10 && buffer.presentationTimeStamp == .zero)
        #expect(copy.dataBuffer == buffer.dataBuffer && copy.duration.seconds == 2)
        #expect(copy.sampleAttachments[1][.notSync] as? Bool == true && copy.sampleAttachments[0][.notSync] == nil)
        copy.sampleAttachments[1][.notSync] = nil
        #expect(buffer.sampleAttachments[1][.notSync] as? Bool == true)
        #expect(try copy.sampleTimingInfo(at: 1).presentationTimeStamp.seconds == 11)
    }

    @Test func samplesAreSeparatedBySize() throws {
        let timing = CMSampleTimingInfo(duration: second, presentationTimeStamp: .zero, decodeTimeStamp: .zero)
        let parts = try samples([4, 6], [timing]).singleSampleBuffers()
        #expect(try parts.map { try $0.dataBuffer?.dataBytes() } == [Data([0, 1, 2, 3]), Data([4, 5, 6, 7, 8, 9])])
        #expect(
            parts.map(\.presentationTimeStamp.seconds) == [0, 1] && parts.map(\.decodeTimeStamp.seconds) == [0, 1])
    }

    @Test func invalidSizesAndTimesAreRefused() throws {
        for (sizes, count) in [([5, 6], 1), ([4, 4, 2], 1), ([-1, 5], 1), ([6], 1), ([4, 6], 3)] {
            let timings = Array(repeating: CMSampleTimingInfo.invalid, count: count)
            #expect(throws: NSError.self) { try samples(sizes, timings) }
        }
        var created: CMSampleBuffer?
        let status = CMSampleBufferCreateReady(
            allocator: kCFAllocatorDefault, dataBuffer: nil, formatDescription: nil, sampleCount: -1,
            sampleTimingEntryCount: 0, sampleTimingArray: nil, sampleSizeEntryCount: 0, sampleSizeArray: nil,
            sampleBufferOut: &created)
        #expect(status == kCMSampleBufferError_InvalidEntryCount && created == nil)
    }

    @Test func blockBufferBoundsAreChecked() throws {
        let buffer = try block([1, 2, 3])
        var bytes = [UInt8](repeating: 0, count: 4)
        let status = CMBlockBufferCopyDataBytes(buffer, atOffset: 2, dataLength: 2, destination: &bytes)
        #expect(status == kCMBlockBufferBadOffsetParameterErr)
        #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: 2, destination: &bytes) == 0)
        #expect(bytes == [2, 3, 0, 0])
        var (length, pointer): (Int, UnsafeMutablePointer<CChar>?) = (0, nil)
        #expect(
            CMBlockBufferGetDataPointer(
                buffer, atOffset: 1, lengthAtOffsetOut: nil, totalLengthOut: &length, dataPointerOut: &pointer) == 0)
        #expect(length == 3 && pointer?.pointee == 2)
        #expect(throws: NSError.self) { try CMBlockBuffer(length: 0) }
    }

    /// Core Media's functions in C can be called without their results.
    @Test func framesAreMadeWithTheFunctionsOfCoreMedia() throws {
        var pixels: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, 64, 48, kCVPixelFormatType_32BGRA, nil, &pixels)
        let image = try #require(pixels)
        var format: CMFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: image, formatDescriptionOut: &format)
        let description = try #require(format)
        var timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTime(value: 7, timescale: 30), decodeTimeStamp: .invalid)
        var buffer: CMSampleBuffer?
        CMSampleBufferCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: image, dataReady: true, makeDataReadyCallback: nil,
            refcon: nil, formatDescription: description, sampleTiming: &timing, sampleBufferOut: &buffer)
        let frame = try #require(buffer)
        #expect(frame.imageBuffer === image && frame.presentationTimeStamp == CMTime(value: 7, timescale: 30))
        CMSampleBufferSetOutputPresentationTimeStamp(frame, newValue: CMTime(value: 9, timescale: 30))
        #expect(CMSampleBufferGetOutputPresentationTimeStamp(frame) == CMTime(value: 9, timescale: 30))
        let status = CMSampleBufferCreateForImageBuffer(
            allocator: nil, imageBuffer: image, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
            formatDescription: description, sampleTiming: &timing, sampleBufferOut: &buffer)
        #expect(status == kCMSampleBufferError_BufferNotReady)
    }
}
