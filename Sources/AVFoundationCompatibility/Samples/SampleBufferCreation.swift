import Foundation
import Media
import Synchronization

extension CMSampleBuffer {
    /// The maximum number of samples in a buffer.
    static let sampleLimit = 1 << 20

    /// A buffer of coded samples or PCM.
    ///
    /// `sampleTimings` and `sampleSizes` have no entries, one for all samples, or one for each; otherwise
    /// `kCMSampleBufferError_InvalidEntryCount` is thrown, and `kCMSampleBufferError_InvalidSampleData` when the sizes
    /// exceed the data.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
    ) throws {
        var state = State()
        state.dataBuffer = dataBuffer
        state.format = formatDescription
        state.sampleCount = numSamples
        state.timings = sampleTimings
        state.sizes = sampleSizes
        try Self.validate(state)
        self.init(state)
    }

    /// A buffer of PCM or packets that follow each other from a time.
    public convenience init(
        dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription, numSamples: CMItemCount,
        presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription] = []
    ) throws {
        guard let audio = formatDescription.audioStreamBasicDescription, audio.mSampleRate >= 1 else {
            throw statusError(kCMSampleBufferError_InvalidMediaTypeForOperation, "the format is not audio")
        }
        let frames = Int64(max(audio.mFramesPerPacket, 1))
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: frames, timescale: Int32(clamping: Int(audio.mSampleRate))),
            presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
        let sizes =
            packetDescriptions.isEmpty
            ? (audio.mBytesPerPacket > 0 ? [Int(audio.mBytesPerPacket)] : [])
            : packetDescriptions.map { Int($0.mDataByteSize) }
        try self.init(
            dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
            sampleTimings: [timing], sampleSizes: sizes)
    }

    /// A buffer of an uncompressed video frame.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        guard formatDescription.mediaType == .video else {
            throw statusError(kCMSampleBufferError_InvalidMediaTypeForOperation, "the format is not video")
        }
        var state = State()
        state.imageBuffer = imageBuffer
        state.format = formatDescription
        state.sampleCount = 1
        state.timings = [sampleTiming]
        self.init(state)
    }

    /// A copy that shares the data and has its own attachments.
    public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
        self.init(sampleBuffer.state.withLock { $0 })
    }

    /// A copy with other times: one entry for all samples, or one for each.
    public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming timings: [CMSampleTimingInfo]) throws {
        var state = sampleBuffer.state.withLock { $0 }
        state.timings = timings
        state.outputTime = nil
        try Self.validate(state)
        self.init(state)
    }

    /// A copy of some of the samples.
    public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<CMItemIndex>) throws {
        var state = sampleBuffer.state.withLock { $0 }
        guard range.lowerBound >= 0, range.upperBound <= state.sampleCount, !range.isEmpty else {
            throw statusError(
                kCMSampleBufferError_SampleIndexOutOfRange,
                "samples \(range) of a buffer of \(state.sampleCount) samples")
        }
        if let timing = state.timings.first {
            state.timings =
                state.timings.count == 1 ? [timing.advanced(by: range.lowerBound)] : Array(state.timings[range])
        }
        if state.dataBuffer != nil {
            guard let bytes = sampleBuffer.bytes(of: range) else {
                throw statusError(kCMSampleBufferError_CannotSubdivide, "the sizes of the samples are not known")
            }
            state.dataBuffer = CMBlockBuffer(bytes)
        }
        if state.sizes.count > 1 { state.sizes = Array(state.sizes[range]) }
        if !state.sampleAttachments.isEmpty { state.sampleAttachments = Array(state.sampleAttachments[range]) }
        state.sampleCount = range.count
        self.init(state)
    }

    private static func validate(_ state: State) throws {
        let count = state.sampleCount
        guard (0...sampleLimit).contains(count), [0, 1, count].contains(state.timings.count),
            [0, 1, count].contains(state.sizes.count)
        else {
            throw statusError(
                kCMSampleBufferError_InvalidEntryCount,
                "\(state.timings.count) times and \(state.sizes.count) sizes for \(count) samples; 0, 1 or one for "
                    + "each sample are possible")
        }
        guard let data = state.dataBuffer else { return }
        let sizes = state.sizes.count == 1 ? Array(repeating: state.sizes[0], count: count) : state.sizes
        var remaining = data.dataLength
        for size in sizes {
            guard size >= 0, size <= remaining else {
                throw statusError(
                    kCMSampleBufferError_InvalidSampleData,
                    "the sizes of the samples exceed the \(data.dataLength) bytes of the data")
            }
            remaining -= size
        }
    }
}
