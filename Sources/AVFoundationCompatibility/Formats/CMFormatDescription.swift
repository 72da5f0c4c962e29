import AssetWriting
import Media

/// A description of coded video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A description of subtitles, captions and chapters.
public typealias CMTextFormatDescription = CMFormatDescription
/// A description of timecodes.
public typealias CMTimeCodeFormatDescription = CMFormatDescription
/// A description of timed metadata.
public typealias CMMetadataFormatDescription = CMFormatDescription

/// The format of media: type, codec and the properties that a decoder needs.
public final class CMFormatDescription: Sendable {
    /// The format in this package; nil for codecs that a program describes by their code only.
    let format: MediaFormat?
    let type: MediaType
    let subType: MediaSubType
    /// The size in pixels; zero for media other than video.
    let size: CMVideoDimensions
    /// The extensions of a program.
    let addedExtensions: [String: UncheckedValue]
    // Safe because the memory is written only before the description is shared.
    nonisolated(unsafe) private let audioMemory: UnsafeMutablePointer<AudioStreamBasicDescription>?
    /// The audio properties; nil for other media.
    var audio: AudioStreamBasicDescription? { audioMemory?.pointee }
    /// The address of the audio properties.
    var audioAddress: UnsafePointer<AudioStreamBasicDescription>? { audioMemory.map { UnsafePointer($0) } }

    /// A description of a format of this package.
    init(_ format: MediaFormat) {
        self.format = format
        type = MediaType(format.mediaType)
        subType = MediaSubType(format)
        size = CMVideoDimensions(format)
        audioMemory = Self.memory(AudioStreamBasicDescription(format))
        addedExtensions = [:]
    }

    /// A description by a program, with the equivalent format of this package, if there is one.
    init(
        _ type: MediaType, _ subType: MediaSubType, format: MediaFormat?,
        size: CMVideoDimensions = CMVideoDimensions(), audio: AudioStreamBasicDescription? = nil,
        extensions: CFDictionary?
    ) {
        self.type = type
        self.subType = subType
        self.format = format
        self.size = size
        audioMemory = Self.memory(audio)
        addedExtensions = (extensions ?? [:]).mapValues(UncheckedValue.init)
    }

    deinit { audioMemory?.deallocate() }

    private static func memory(_ audio: AudioStreamBasicDescription?) -> UnsafeMutablePointer<
        AudioStreamBasicDescription
    >? {
        guard let audio else { return nil }
        let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        memory.initialize(to: audio)
        return memory
    }

    /// The type of media.
    public var mediaType: MediaType { type }
    /// The codec, pixel format or other coding.
    public var mediaSubType: MediaSubType { subType }
    /// The size of video in pixels; zero for other media.
    public var dimensions: CMVideoDimensions { size }
    /// The audio properties; nil for other media.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { audio }
}

extension CMFormatDescription: Hashable {
    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        left === right
            || (left.type == right.type && left.subType == right.subType && left.size == right.size
                && left.audio == right.audio && left.format == right.format)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subType)
        hasher.combine(size)
    }
}

extension CMFormatDescription: CustomStringConvertible {
    /// The media type and the codec.
    public var description: String { "<CMFormatDescription \(type):\(subType)>" }
}
