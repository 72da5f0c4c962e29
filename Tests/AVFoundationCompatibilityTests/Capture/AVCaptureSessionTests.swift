import AVFoundationCompatibility
import Observation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)))
struct AVCaptureSessionTests {
    @Test func videoAndAudioAreDeliveredOnTheProgramsQueuesWithOneClock() async throws {
        let devices = try TestDevices()
        let (video, audio) = (CaptureRecorder(), CaptureRecorder())
        try devices.addVideo(video)
        try devices.addAudio(audio)
        let start = CMClockGetTime(CMClockGetHostTimeClock())
        devices.session.startRunning()
        #expect(devices.session.isRunning)
        let (frames, blocks) = (await video.calls(20), await audio.calls(20))
        devices.session.stopRunning()
        #expect(!devices.session.isRunning)

        for call in frames + blocks {
            #expect(call.isOnQueue && call.isConnected && !call.isDrop)
            // Buffers are delivered after their time on the host's clock.
            #expect(call.buffer.presentationTimeStamp >= start)
            #expect(call.buffer.presentationTimeStamp < call.time)
        }
        for (frame, next) in zip(frames, frames.dropFirst()) {
            let step = CMTimeSubtract(next.buffer.presentationTimeStamp, frame.buffer.presentationTimeStamp)
            #expect(abs(step.seconds - 1.0 / 30) < 0.001)
        }
        for (block, next) in zip(blocks, blocks.dropFirst()) {
            #expect(
                CMTimeAdd(block.buffer.presentationTimeStamp, block.buffer.duration)
                    == next.buffer.presentationTimeStamp)
        }
        let image = try #require(frames[0].buffer.imageBuffer)
        #expect(CVPixelBufferGetWidth(image) == 320 && CVPixelBufferGetHeight(image) == 180)
        let format = try #require(blocks[0].buffer.formatDescription?.audioStreamBasicDescription)
        #expect(format.mSampleRate == 48_000 && format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 32)
        #expect(blocks[0].buffer.dataBuffer?.dataLength == blocks[0].buffer.numSamples * 8)
    }

    @Test func sessionCanBeStoppedAndStartedAgain() async throws {
        let devices = try TestDevices()
        let recorder = CaptureRecorder()
        try devices.addVideo(recorder)
        let log = NotificationLog(
            [AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification],
            of: devices.session)
        var times: [CMTime] = []
        for _ in 0..<3 {
            devices.session.startRunning()
            times += await recorder.calls(3).map(\.buffer.presentationTimeStamp)
            devices.session.stopRunning()
            #expect(await log.next()?.name == AVCaptureSession.didStartRunningNotification)
            #expect(await log.next()?.name == AVCaptureSession.didStopRunningNotification)
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
    }

    @Test func changesOfARunningSessionTakeEffectWithTheCommit() async throws {
        let devices = try TestDevices()
        let (video, audio) = (CaptureRecorder(), CaptureRecorder())
        try devices.addVideo(video)
        devices.session.startRunning()
        _ = await video.calls(1)
        devices.session.beginConfiguration()
        devices.session.sessionPreset = .vga640x480
        try devices.addAudio(audio)
        #expect(devices.session.connections.allSatisfy { $0.output is AVCaptureVideoDataOutput == $0.isActive })
        devices.session.commitConfiguration()
        #expect(devices.session.connections.allSatisfy { $0.isActive })
        _ = await audio.calls(1)
        let frames = await video.calls { CVPixelBufferGetWidth($0.buffer.imageBuffer!) == 640 }
        #expect(frames.last?.buffer.formatDescription?.dimensions.height == 480)
        devices.session.removeInput(devices.session.inputs[0])
        #expect(devices.session.isRunning && devices.session.connections.count == 1)
        devices.session.stopRunning()
    }

    @Test func disabledConnectionDeliversNothing() async throws {
        let devices = try TestDevices()
        let (disabled, enabled) = (CaptureRecorder(), CaptureRecorder())
        let output = try devices.addVideo(disabled)
        try devices.addVideo(enabled)
        let connection = try #require(output.connection(with: .video))
        #expect(output.connection(with: .audio) == nil)
        connection.isEnabled = false
        devices.session.startRunning()
        let before = await enabled.calls(5)
        connection.isEnabled = true
        let first = await disabled.calls(1)
        devices.session.stopRunning()
        let isLater = first[0].buffer.presentationTimeStamp > before[4].buffer.presentationTimeStamp
        #expect(isLater)
    }

    @Test func devicesAreReleasedWithTheSession() async throws {
        weak var output: AVCaptureVideoDataOutput?
        weak var session: AVCaptureSession?
        do {
            let devices = try TestDevices()
            let recorder = CaptureRecorder()
            output = try devices.addVideo(recorder)
            session = devices.session
            devices.session.startRunning()
            _ = await recorder.calls(1)
            devices.session.stopRunning()
        }
        // Notifications retain their session until they are posted.
        while session != nil || output != nil { await Task.yield() }
    }

    @Test func delegateIsNotRetained() async throws {
        let devices = try TestDevices()
        weak var released: CaptureRecorder?
        let output = AVCaptureVideoDataOutput()
        do {
            let recorder = CaptureRecorder()
            released = recorder
            output.setSampleBufferDelegate(recorder, queue: recorder.queue)
        }
        #expect(released == nil && output.sampleBufferDelegate == nil)
        let recorder = CaptureRecorder()
        try devices.addVideo(recorder)
        devices.session.addOutput(output)
        devices.session.startRunning()
        #expect(await recorder.calls(3).count == 3)
        devices.session.stopRunning()
    }

    @Test func runningIsObservable() async throws {
        let session = AVCaptureSession()
        let changes = AsyncStream<Void>.makeStream()
        withObservationTracking {
            #expect(!session.isRunning)
        } onChange: {
            changes.continuation.yield()
        }
        session.startRunning()
        for await _ in changes.stream { break }
        #expect(session.isRunning)
        session.stopRunning()
    }
}
