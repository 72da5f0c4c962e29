import Foundation
import Media
import Synchronization

extension CMSampleBuffer {
    /// Returns the size of a sample in bytes; 0 for an index that is out of range.
    public func sampleSize(at sampleIndex: CMItemIndex) -> Int {
        state.withLock { state in
            guard (0..<state.sampleCount).contains(sampleIndex) else { return 0 }
            if state.sizes.isEmpty { return state.sampleCount == 1 ? state.dataBuffer?.dataLength ?? 0 : 0 }
            return state.sizes.count == 1 ? state.sizes[0] : state.sizes[sampleIndex]
        }
    }

    /// Returns the sizes of the samples: one entry if they are equal.
    public func sampleSizes() throws -> [Int] { state.withLock { $0.sizes } }

    /// Returns the times of a sample. Throws `kCMSampleBufferError_SampleIndexOutOfRange` and
    /// `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
    public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
        let (count, timings) = state.withLock { ($0.sampleCount, $0.timings) }
        guard (0..<count).contains(sampleIndex) else {
            throw statusError(
                kCMSampleBufferError_SampleIndexOutOfRange, "sample \(sampleIndex) of a buffer of \(count) samples")
        }
        guard let first = timings.first else {
            throw statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo, "the buffer has no times")
        }
        return timings.count == 1 ? first.advanced(by: sampleIndex) : timings[sampleIndex]
    }

    /// Returns the times of the samples: one entry if they follow each other with equal durations.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        let timings = state.withLock { $0.timings }
        guard !timings.isEmpty else {
            throw statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo, "the buffer has no times")
        }
        return timings
    }

    /// Returns the times of the samples after trimming.
    public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
        let offset = CMTimeSubtract(outputPresentationTimeStamp, presentationTimeStamp)
        return try sampleTimingInfos().map { info in
            var moved = info
            moved.presentationTimeStamp = CMTimeAdd(info.presentationTimeStamp, offset)
            if info.decodeTimeStamp.isValid { moved.decodeTimeStamp = CMTimeAdd(info.decodeTimeStamp, offset) }
            return moved
        }
    }

    /// Returns a buffer for each sample, which shares the bytes.
    public func singleSampleBuffers() throws -> [CMSampleBuffer] {
        let state = state.withLock { $0 }
        if state.sampleCount == 1 { return [self] }
        return try (0..<state.sampleCount).map { try CMSampleBuffer(copying: self, forRange: $0..<$0 + 1) }
    }

    /// Returns the bytes of samples; nil when the sizes do not fit the data buffer.
    func bytes(of samples: Range<Int>) -> ByteSlice? {
        let (data, count) = state.withLock { ($0.dataBuffer?.slice, $0.sampleCount) }
        guard let data, samples.lowerBound >= 0, samples.upperBound <= count else { return nil }
        if samples == 0..<count, state.withLock({ $0.sizes.count <= 1 || $0.sampleCount == 1 }) { return data }
        let start = (0..<samples.lowerBound).reduce(0) { $0 + max(0, sampleSize(at: $1)) }
        let length = samples.reduce(0) { $0 + max(0, sampleSize(at: $1)) }
        guard start <= data.count, length <= data.count - start else { return nil }
        return data.slice(start..<start + length)
    }
}
