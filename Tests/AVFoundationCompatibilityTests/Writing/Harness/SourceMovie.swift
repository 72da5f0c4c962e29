import AVFoundationCompatibility
import AssetWriting
import Foundation
import Media

/// The coded samples of a movie that ffmpeg made, as sample buffers made with Core Media's functions.
struct SourceMovie {
    let asset: Asset

    /// Makes a movie with 30 frames per second of H.264 with B-frames, a sync sample every second, and AAC.
    init(_ folder: WritingFolder, seconds: Int = 10, bFrames: Int = 2) throws {
        try folder.run(
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=\(seconds)",
            "-f", "lavfi", "-i", "sine=440:duration=\(seconds):sample_rate=48000", "-pix_fmt", "yuv420p",
            "-c:v", "libx264", "-preset", "veryfast", "-bf", "\(bFrames)", "-g", "30", "-keyint_min", "30",
            "-sc_threshold", "0", "-c:a", "aac", "-b:a", "96k", "-ac", "2", folder.path("source.mp4"))
        asset = try Asset(url: FileURL(fileURLWithPath: folder.path("source.mp4")))
    }

    /// Returns the format of a track and its samples, later by an offset.
    func samples(
        _ type: AVMediaType, offset: CMTime = .zero
    ) throws -> (format: CMFormatDescription, buffers: [CMSampleBuffer]) {
        let track = asset.tracks(withMediaType: type == .video ? .video : .audio)[0]
        let reader = AssetReader(asset: asset)
        let output = AssetReaderTrackOutput(track: track, outputSettings: nil)
        guard reader.add(output), reader.startReading(), let format = track.format else { throw reader.error! }
        let description = try Self.description(of: format)
        var buffers: [CMSampleBuffer] = []
        while let sample = output.nextSample() {
            buffers.append(try Self.buffer(sample, description, offset))
        }
        return (description, buffers)
    }

    private static func description(of format: MediaFormat) throws -> CMFormatDescription {
        switch format {
        case .codedVideo(let video):
            guard case .avc(let configuration) = video.configuration else { throw AVError(.formatUnsupported) }
            let fields = try configuration.parse()
            let sets = fields.sequenceParameterSets + fields.pictureParameterSets
            return try CMFormatDescription(h264ParameterSets: sets.map { Data($0) })
        case .codedAudio(let audio):
            guard case .aac(let configuration) = audio.configuration else { throw AVError(.formatUnsupported) }
            let description = AudioStreamBasicDescription(
                mSampleRate: Double(audio.sampleRate), mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0,
                mBytesPerPacket: 0, mFramesPerPacket: 1024, mBytesPerFrame: 0,
                mChannelsPerFrame: UInt32(audio.channelCount), mBitsPerChannel: 0, mReserved: 0)
            return try CMFormatDescription(
                audioStreamBasicDescription: description, magicCookie: Data(configuration.bytes))
        default: throw AVError(.formatUnsupported)
        }
    }

    private static func buffer(
        _ sample: Sample, _ format: CMFormatDescription, _ offset: CMTime
    ) throws -> CMSampleBuffer {
        let data = try sample.bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: sample.duration, timescale: sample.timescale),
            presentationTimeStamp: CMTimeAdd(
                CMTime(value: sample.presentationTicks, timescale: sample.timescale), offset),
            decodeTimeStamp: CMTimeAdd(CMTime(value: sample.decodeTicks, timescale: sample.timescale), offset))
        let buffer = try CMSampleBuffer(
            dataBuffer: data, formatDescription: format, numSamples: 1, sampleTimings: [timing],
            sampleSizes: [sample.bytes.count])
        if !sample.isSync {
            buffer.sampleAttachments[0][.notSync] = true
        }
        return buffer
    }
}
