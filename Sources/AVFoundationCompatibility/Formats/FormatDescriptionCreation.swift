public import Foundation
import AssetWriting
import Media

extension CMFormatDescription {
    /// A description of a type and a coding, without the configuration that a decoder needs.
    public convenience init(
        mediaType: MediaType, mediaSubType: MediaSubType, extensions: CFDictionary? = nil
    ) throws {
        self.init(mediaType, mediaSubType, format: nil, extensions: extensions)
    }

    /// A description of video by its codec and size, without the configuration that a decoder needs.
    public convenience init(
        videoCodecType: MediaSubType, width: Int, height: Int, extensions: CFDictionary? = nil
    ) throws {
        let size = CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
        self.init(.video, videoCodecType, format: nil, size: size, extensions: extensions)
    }

    /// A description of the frame in an image buffer.
    public convenience init(imageBuffer: CVImageBuffer) throws { self.init(.rawVideo(imageBuffer.format)) }

    /// A description of audio. The magic cookie is an AudioSpecificConfig or an `esds` box's content for AAC.
    ///
    /// Throws `kCMFormatDescriptionError_InvalidParameter` for audio of no channels or no sample rate.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription, layout: CFData? = nil, magicCookie: Data? = nil,
        extensions: CFDictionary? = nil
    ) throws {
        let audio = audioStreamBasicDescription
        guard audio.mSampleRate >= 1, audio.mSampleRate <= 768_000, (1...64).contains(audio.mChannelsPerFrame) else {
            throw statusError(
                kCMFormatDescriptionError_InvalidParameter,
                "audio of \(audio.mSampleRate) Hz and \(audio.mChannelsPerFrame) channels; 1 to 768000 Hz and 1 to 64 "
                    + "channels are possible")
        }
        self.init(
            .audio, MediaSubType(rawValue: audio.mFormatID), format: Self.format(audio, cookie: magicCookie),
            audio: audio, extensions: extensions)
    }

    /// A description of H.264 by its sequence and picture parameter sets, without start codes or lengths.
    ///
    /// Throws `kCMFormatDescriptionError_InvalidParameter` for sets that cannot be parsed, and for NAL unit lengths
    /// other than four bytes.
    public convenience init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
        try Self.requireLength(nalUnitHeaderLength)
        do {
            let configuration = try AVCDecoderConfiguration(
                sequenceParameterSets: Self.units(h264ParameterSets) { $0 & 0x1f == 7 },
                pictureParameterSets: Self.units(h264ParameterSets) { $0 & 0x1f == 8 })
            let set = try configuration.sequenceParameterSet()
            self.init(.codedVideo(CodedVideoFormat(configuration: .avc(configuration), size: set.size)))
        } catch {
            throw statusError(kCMFormatDescriptionError_InvalidParameter, "the H.264 parameter sets: \(error)")
        }
    }

    /// A description of HEVC by its video, sequence and picture parameter sets, without start codes or lengths.
    ///
    /// Throws `kCMFormatDescriptionError_InvalidParameter` for sets that cannot be parsed, and for NAL unit lengths
    /// other than four bytes.
    public convenience init(
        hevcParameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: CFDictionary? = nil
    ) throws {
        try Self.requireLength(nalUnitHeaderLength)
        do {
            let configuration = try HEVCDecoderConfiguration(
                videoParameterSets: Self.units(hevcParameterSets) { $0 >> 1 & 0x3f == 32 },
                sequenceParameterSets: Self.units(hevcParameterSets) { $0 >> 1 & 0x3f == 33 },
                pictureParameterSets: Self.units(hevcParameterSets) { $0 >> 1 & 0x3f == 34 })
            let set = try configuration.sequenceParameterSet()
            self.init(.codedVideo(CodedVideoFormat(configuration: .hevc(configuration), size: set.size)))
        } catch {
            throw statusError(kCMFormatDescriptionError_InvalidParameter, "the HEVC parameter sets: \(error)")
        }
    }

    private static func requireLength(_ length: Int) throws {
        guard length == 4 else {
            throw statusError(
                kCMFormatDescriptionError_InvalidParameter,
                "NAL unit lengths of \(length) bytes; 4 are possible, as this package writes them")
        }
    }

    private static func units(_ sets: [Data], _ isIncluded: (UInt8) -> Bool) -> [[UInt8]] {
        sets.filter { $0.first.map(isIncluded) ?? false }.map(Array.init)
    }

    private static func format(_ audio: AudioStreamBasicDescription, cookie: Data?) -> MediaFormat? {
        if let raw = audio.rawFormat { return .rawAudio(raw) }
        guard let configuration = CodecConfiguration(audio, cookie: cookie) else { return nil }
        return .codedAudio(
            CodedAudioFormat(
                configuration: configuration, sampleRate: Int(audio.mSampleRate),
                channelCount: Int(audio.mChannelsPerFrame), framesPerPacket: Int(audio.mFramesPerPacket)))
    }
}

extension CodecConfiguration {
    /// The configuration of AAC: the magic cookie's, or else AAC-LC with these properties; nil for other codecs.
    fileprivate init?(_ audio: AudioStreamBasicDescription, cookie: Data?) {
        guard audio.mFormatID == kAudioFormatMPEG4AAC else { return nil }
        if let cookie, !cookie.isEmpty {
            let bytes = [UInt8](cookie)
            let configuration = AudioSpecificConfig(bytes: bytes)
            guard (try? configuration.parse()) != nil else { return nil }
            self = .aac(configuration)
            return
        }
        guard
            let configuration = try? AudioSpecificConfig(
                samplingRate: Int(audio.mSampleRate), channelCount: Int(audio.mChannelsPerFrame))
        else { return nil }
        self = .aac(configuration)
    }
}

/// An argument that is not valid.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// Memory could not be allocated.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// A value that the description does not have.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718
