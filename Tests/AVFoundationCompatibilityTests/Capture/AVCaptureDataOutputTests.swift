import AVFoundationCompatibility
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)))
struct AVCaptureDataOutputTests {
    /// Two outputs of one camera: the delegate of the first one blocks in its first call until the second one has
    /// `count` frames.
    private func callsOfBlockedDelegate(_ count: Int, discardsLate: Bool) async throws -> [CaptureRecorder.Call] {
        let devices = try TestDevices()
        let gate = DispatchSemaphore(value: 0)
        let (blocked, other) = (CaptureRecorder { gate.wait() }, CaptureRecorder())
        try devices.addVideo(blocked, discardsLate: discardsLate)
        try devices.addVideo(other)
        devices.session.startRunning()
        let last = await other.calls(count)[count - 1].buffer.presentationTimeStamp
        for _ in 0..<1000 { gate.signal() }
        let calls = await blocked.calls { !$0.isDrop && $0.buffer.presentationTimeStamp > last }
        devices.session.stopRunning()
        return calls
    }

    @Test func lateFramesAreDroppedAndReportedInOrder() async throws {
        let calls = try await callsOfBlockedDelegate(8, discardsLate: true)
        let dropped = calls.filter(\.isDrop)
        #expect(dropped.count >= 6)
        #expect(!calls[0].isDrop && calls[1].isDrop)
        for call in dropped {
            #expect(call.reason == kCMSampleBufferDroppedFrameReason_FrameWasLate && call.isOnQueue)
            #expect(call.buffer.imageBuffer == nil && call.buffer.formatDescription?.dimensions.width == 320)
        }
        // Every frame is either delivered or reported.
        for (call, next) in zip(calls, calls.dropFirst()) {
            let step = CMTimeSubtract(next.buffer.presentationTimeStamp, call.buffer.presentationTimeStamp)
            #expect(abs(step.seconds - 1.0 / 30) < 0.001)
        }
    }

    @Test func framesWaitForTheDelegateUnlessLateOnesAreDiscarded() async throws {
        let calls = try await callsOfBlockedDelegate(8, discardsLate: false)
        #expect(calls.count > 8)
        #expect(calls.filter(\.isDrop).isEmpty)
    }

    @Test func waitingFramesAreLimited() async throws {
        let calls = try await callsOfBlockedDelegate(30, discardsLate: false)
        let dropped = calls.filter(\.isDrop)
        #expect(dropped.count >= 10)
        #expect(dropped.allSatisfy { $0.reason == kCMSampleBufferDroppedFrameReason_OutOfBuffers })
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_32BGRA,
    ])
    func framesHaveTheSelectedPixelFormatAndSize(type: OSType) async throws {
        let devices = try TestDevices()
        let recorder = CaptureRecorder()
        let output = try devices.addVideo(recorder)
        #expect(output.availableVideoPixelFormatTypes.contains(type))
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey: type, kCVPixelBufferWidthKey: 160, kCVPixelBufferHeightKey: 90,
        ]
        #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey] as? OSType == type)
        devices.session.startRunning()
        let image = try #require(await recorder.calls(1)[0].buffer.imageBuffer)
        devices.session.stopRunning()
        #expect(CVPixelBufferGetPixelFormatType(image) == type)
        #expect(CVPixelBufferGetWidth(image) == 160 && CVPixelBufferGetHeight(image) == 90)
        #expect(CVPixelBufferLockBaseAddress(image, .readOnly) == kCVReturnSuccess)
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(image)
        let address = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(image, 0) : CVPixelBufferGetBaseAddress(image)
        // The first bar of the test image is white: 235 in video range, 255 in full range and in RGB.
        let value = try #require(address).load(fromByteOffset: isPlanar ? 4 : 16, as: UInt8.self)
        let isVideoRange = [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar,
        ].contains(type)
        #expect(abs(Int(value) - (isVideoRange ? 235 : 255)) <= 3, "\(value)")
    }

    @Test func audioHasTheSelectedFormat() async throws {
        let devices = try TestDevices()
        let recorder = CaptureRecorder()
        let output = try devices.addAudio(recorder)
        output.audioSettings = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000.0, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]
        devices.session.startRunning()
        let buffer = await recorder.calls(1)[0].buffer
        devices.session.stopRunning()
        let format = try #require(buffer.formatDescription?.audioStreamBasicDescription)
        #expect(format.mSampleRate == 16_000 && format.mChannelsPerFrame == 1 && format.mBitsPerChannel == 16)
        #expect(format.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0)
        let bytes = try #require(buffer.dataBuffer).dataBytes()
        #expect(bytes.count == buffer.numSamples * 2)
        #expect(Set(bytes).count > 10)
    }

    @Test func recommendedSettingsAreCompleteForWriters() throws {
        let devices = try TestDevices()
        let recorder = CaptureRecorder()
        let (video, audio) = (try devices.addVideo(recorder), try devices.addAudio(recorder))
        for type in [AVFileType.mov, .mp4] {
            let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/nowhere/movie"), fileType: type)
            let settings = try #require(video.recommendedVideoSettingsForAssetWriter(writingTo: type))
            #expect(settings[AVVideoCodecKey] as? AVVideoCodecType == .h264)
            #expect(settings[AVVideoWidthKey] as? Int == 320 && settings[AVVideoHeightKey] as? Int == 180)
            #expect(writer.canApply(outputSettings: settings, forMediaType: .video))
            let sound = try #require(audio.recommendedAudioSettingsForAssetWriter(writingTo: type))
            #expect(sound[AVSampleRateKey] as? Double == 48_000)
            #expect(writer.canApply(outputSettings: sound, forMediaType: .audio))
            for codec in video.availableVideoCodecTypesForAssetWriter(writingTo: type) {
                let settings = video.recommendedVideoSettings(forVideoCodecType: codec, assetWriterOutputFileType: type)
                #expect(settings?[AVVideoCodecKey] as? AVVideoCodecType == codec)
            }
        }
        video.videoSettings = [kCVPixelBufferWidthKey: 160, kCVPixelBufferHeightKey: 90]
        #expect(video.recommendedVideoSettingsForAssetWriter(writingTo: .mp4)?[AVVideoWidthKey] as? Int == 160)
        #expect(video.recommendedVideoSettingsForAssetWriter(writingTo: .m4a) == nil)
        #expect(audio.recommendedAudioSettingsForAssetWriter(writingTo: .wav) == nil)
        #expect(AVCaptureVideoDataOutput().recommendedVideoSettingsForAssetWriter(writingTo: .mp4) == nil)
        #expect(AVCaptureAudioDataOutput().recommendedAudioSettingsForAssetWriter(writingTo: .mp4) == nil)
    }
}
