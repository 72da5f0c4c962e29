extension Frame {
    /// The format of the bytes: the content's, or else the track's. Throws if neither is known.
    private func format(_ track: MediaFormat?) throws -> MediaFormat {
        guard let format = content.format ?? track else {
            throw FrameAccessError(description: "the format of the frame is unknown")
        }
        return format
    }

    /// Calls `body` with the video frame's pixels, in place and read-only.
    ///
    /// Throws ``FrameAccessError`` for audio, for unknown pixel formats, for memory that the CPU cannot read, and after
    /// an access outside the frame.
    public func withPixels<Result>(
        as track: MediaFormat? = nil, _ body: (borrowing VideoPixels) throws -> Result
    ) throws -> Result {
        let (format, planes) = try videoLayout(try format(track))
        guard let bytes = content.bytes else { throw FrameAccessError(description: "the video frame cannot be read") }
        return try bytes.withUnsafeBytes { bytes in
            guard planes.allSatisfy({ $0.end <= bytes.count }) else { throw Self.tooSmall(bytes.count) }
            return try FrameAccessFault.throwing { try body(VideoPixels(bytes, format: format, planes: planes, $0)) }
        }
    }

    /// Calls `body` with the video frame's pixels for writing: in place if the content has no other owner, otherwise in
    /// a copy that replaces the content.
    ///
    /// Throws ``FrameAccessError`` for audio, for unknown pixel formats, for memory that the CPU cannot read, and after
    /// an access outside the frame.
    public mutating func withMutablePixels<Result>(
        as track: MediaFormat? = nil, _ body: (inout MutableVideoPixels) throws -> Result
    ) throws -> Result {
        let (format, planes) = try videoLayout(try format(track))
        return try withMutableBytes(.rawVideo(format), planes) { bytes in
            guard planes.allSatisfy({ $0.end <= bytes.count }) else { throw Self.tooSmall(bytes.count) }
            return try FrameAccessFault.throwing { place in
                var pixels = MutableVideoPixels(bytes, format: format, planes: planes, place)
                return try body(&pixels)
            }
        }
    }

    /// Calls `body` with the audio frame's samples, in place and read-only.
    ///
    /// Throws ``FrameAccessError`` for video, if the samples are not of type `type`, and after an access outside the
    /// frame.
    public func withAudioSamples<Value: AudioSampleValue, Result>(
        of type: Value.Type, as track: MediaFormat? = nil, _ body: (borrowing AudioSamples<Value>) throws -> Result
    ) throws -> Result {
        let format = try audioFormat(try format(track))
        guard let bytes = content.bytes else { throw FrameAccessError(description: "the audio frame cannot be read") }
        return try bytes.withUnsafeBytes { bytes in
            try FrameAccessFault.throwing { place in
                guard let samples = AudioSamples<Value>(bytes, format: format, place) else {
                    throw Self.otherType(format, Value.self)
                }
                return try body(samples)
            }
        }
    }

    /// Calls `body` with the audio frame's samples for writing: in place if the content has no other owner, otherwise
    /// in a copy that replaces the content.
    ///
    /// Throws ``FrameAccessError`` for video, if the samples are not of type `type`, and after an access outside the
    /// frame.
    public mutating func withMutableAudioSamples<Value: AudioSampleValue, Result>(
        of type: Value.Type, as track: MediaFormat? = nil, _ body: (inout MutableAudioSamples<Value>) throws -> Result
    ) throws -> Result {
        let format = try audioFormat(try format(track))
        return try withMutableBytes(.rawAudio(format), nil) { bytes in
            try FrameAccessFault.throwing { place in
                guard var samples = MutableAudioSamples<Value>(bytes, format: format, place) else {
                    throw Self.otherType(format, Value.self)
                }
                return try body(&samples)
            }
        }
    }

    private mutating func withMutableBytes<Result>(
        _ format: MediaFormat, _ layout: [PlaneLayout]?, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        func write<Content: FrameContent>(_ content: inout Content) throws -> Result? {
            try Content.withMutableBytes(of: &content, body)
        }
        if let result = try write(&content) { return result }
        guard let bytes = content.bytes else { throw FrameAccessError(description: "the frame cannot be read") }
        var copy = bytes.withUnsafeBytes { FrameMemory(copying: $0, format: format, layout: layout) }
        let result = try FrameMemory.withMutableBytes(of: &copy, body)
        content = copy
        guard let result else { preconditionFailure("newly allocated memory is writable") }
        return result
    }

    private func videoLayout(_ format: MediaFormat) throws -> (RawVideoFormat, [PlaneLayout]) {
        guard case .rawVideo(let format) = format else {
            throw FrameAccessError(description: "the frame is not video")
        }
        guard let planes = content.layout ?? format.defaultLayout else {
            throw FrameAccessError(description: "the layout of the pixel format \(format.pixelFormat) is unknown")
        }
        return (format, planes)
    }

    private func audioFormat(_ format: MediaFormat) throws -> RawAudioFormat {
        guard case .rawAudio(let format) = format else { throw FrameAccessError(description: "the frame is not audio") }
        return format
    }

    private static func tooSmall(_ count: Int) -> FrameAccessError {
        FrameAccessError(description: "the frame has \(count) bytes, fewer than its format requires")
    }

    private static func otherType<Value: AudioSampleValue>(_ format: RawAudioFormat, _ type: Value.Type)
        -> FrameAccessError
    {
        FrameAccessError(
            description: "the samples are \(format.sampleFormat), not \(Value.sampleFormat); declare the input format"
        )
    }
}
