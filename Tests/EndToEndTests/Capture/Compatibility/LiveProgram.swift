import AVFoundationCompatibility
import Synchronization

/// The live program of the session about writing fragmented MP4: capture outputs, a writer of segments, and a playlist
/// from the reports of the writer's delegate.
final class LiveProgram: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, AVAssetWriterDelegate
{
    private let folder: URL
    private let queue = DispatchQueue(label: "live program")
    let session = AVCaptureSession()
    let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
    private var videoInput: AVAssetWriterInput!
    private var audioInput: AVAssetWriterInput!
    private let videoOutput = AVCaptureVideoDataOutput()
    private let audioOutput = AVCaptureAudioDataOutput()
    /// Used on the queue.
    private var hasStarted = false
    private let listing = Mutex((playlist: "", segmentCount: 0))

    init(camera: AVCaptureDevice, microphone: AVCaptureDevice, folder: URL) throws {
        self.folder = folder
        super.init()
        try configureSession(camera, microphone)
        videoInput = AVAssetWriterInput(
            mediaType: .video, outputSettings: videoOutput.recommendedVideoSettingsForAssetWriter(writingTo: .mp4))
        audioInput = AVAssetWriterInput(
            mediaType: .audio, outputSettings: audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mp4))
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = CMTime(seconds: 2, preferredTimescale: 1)
        writer.delegate = self
        for input in [videoInput!, audioInput!] {
            input.expectsMediaDataInRealTime = true
            writer.add(input)
        }
    }

    private func configureSession(_ camera: AVCaptureDevice, _ microphone: AVCaptureDevice) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        for device in [camera, microphone] {
            let input = try AVCaptureDeviceInput(device: device)
            if session.canAddInput(input) { session.addInput(input) }
        }
        videoOutput.alwaysDiscardsLateVideoFrames = false
        videoOutput.setSampleBufferDelegate(self, queue: queue)
        if session.canAddOutput(videoOutput) { session.addOutput(videoOutput) }
        audioOutput.setSampleBufferDelegate(self, queue: queue)
        if session.canAddOutput(audioOutput) { session.addOutput(audioOutput) }
        if let format = camera.formats.first(where: {
            $0.formatDescription.dimensions == .init(width: 640, height: 360)
        }) {
            try camera.lockForConfiguration()
            camera.activeFormat = format
            camera.unlockForConfiguration()
        }
    }

    /// The number of segments so far.
    var segments: Int { listing.withLock { $0.segmentCount } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if !hasStarted {
            guard output === videoOutput else { return }
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            writer.initialSegmentStartTime = time
            guard writer.startWriting() else { return }
            writer.startSession(atSourceTime: time)
            hasStarted = true
        }
        let input: AVAssetWriterInput = output === videoOutput ? videoInput : audioInput
        if writer.status == .writing, input.isReadyForMoreMediaData { input.append(sampleBuffer) }
    }

    func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        let isInitialization = segmentType == .initialization
        let name = isInitialization ? "init.mp4" : "segment\(segments).m4s"
        try? segmentData.write(to: folder.appendingPathComponent(name))
        guard !isInitialization, let report = segmentReport?.trackReports.first(where: { $0.mediaType == .video })
        else {
            return
        }
        listing.withLock { listing in
            listing.segmentCount += 1
            listing.playlist += "#EXTINF:\(report.duration.seconds),\n\(name)\n"
        }
    }

    /// Captures until a number of segments is complete, then writes the playlist.
    func run(until count: Int, within seconds: Double) async throws {
        session.startRunning()
        _ = try await eventually(within: seconds) { segments >= count || !session.isRunning }
        session.stopRunning()
        videoInput.markAsFinished()
        audioInput.markAsFinished()
        await writer.finishWriting()
        let head = """
            #EXTM3U
            #EXT-X-TARGETDURATION:3
            #EXT-X-VERSION:7
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="init.mp4"

            """
        let text = head + listing.withLock { $0.playlist } + "#EXT-X-ENDLIST\n"
        try Data(text.utf8).write(to: folder.appendingPathComponent("index.m3u8"))
    }
}
