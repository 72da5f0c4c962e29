import AVFoundationCompatibility

/// Generated video frames and audio, made with AVFoundation's functions.
enum TestMedia {
    static let width = 160
    static let height = 96
    static let rate: Int32 = 25
    static let samplesPerBlock = 1920

    /// Returns a pixel buffer whose brightness depends on its number, with a moving square.
    static func pixels(_ index: Int, from pool: CVPixelBufferPool? = nil) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        if let pool {
            _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)
        } else {
            _ = CVPixelBufferCreate(
                kCFAllocatorDefault, width, height, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &made)
        }
        guard let buffer = made else { throw AVError(.unknown) }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height {
            for column in 0..<width {
                let isInside = (row / 24 == 1) && (column / 24 == index % 6)
                luma[row * stride + column] = isInside ? 220 : UInt8(40 + (index * 2 + row) % 120)
            }
        }
        let chromaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
        let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)!.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height / 2 {
            for column in 0..<width { chroma[row * chromaStride + column] = 128 }
        }
        return buffer
    }

    /// Returns the sample buffer of a frame.
    static func frame(_ index: Int, offset: CMTime = .zero) throws -> CMSampleBuffer {
        let buffer = try pixels(index)
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: rate),
            presentationTimeStamp: CMTimeAdd(CMTime(value: Int64(index), timescale: rate), offset),
            decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: try CMFormatDescription(imageBuffer: buffer), sampleTiming: timing)
    }

    /// Returns a block of a stereo tone at 48 kHz that lasts as long as a frame.
    static func tone(_ block: Int, offset: CMTime = .zero) throws -> CMSampleBuffer {
        var samples: [Int16] = []
        for index in block * samplesPerBlock..<(block + 1) * samplesPerBlock {
            let value = Int16(8000 * sin(Double(index) * 440 * 2 * .pi / 48_000))
            samples += [value, value]
        }
        let description = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
        let data = try samples.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        return try CMSampleBuffer(
            dataBuffer: data, formatDescription: CMFormatDescription(audioStreamBasicDescription: description),
            numSamples: samplesPerBlock,
            presentationTimeStamp: CMTimeAdd(
                CMTime(value: Int64(block * samplesPerBlock), timescale: 48_000), offset))
    }

    static var videoSettings: [String: Any] {
        [
            AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height,
            AVVideoCompressionPropertiesKey: [
                AVVideoAverageBitRateKey: 200_000, AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
                AVVideoExpectedSourceFrameRateKey: 25,
            ] as [String: Any],
        ]
    }

    static var audioSettings: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 2,
            AVEncoderBitRateKey: 128_000,
        ]
    }
}
