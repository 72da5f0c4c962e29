/// Why the bytes of a frame cannot be read or written.
public struct FrameAccessError: Error, CustomStringConvertible {
    /// What is in the way: lower case, no full stop.
    public let description: String
}

extension Frame {
    /// What the bytes mean: the content's own format, or that of the track where the content does not say.
    private func format(_ track: MediaFormat?) throws -> MediaFormat {
        guard let format = content.format ?? track else {
            throw FrameAccessError(description: "the frame does not say what its bytes mean")
        }
        return format
    }

    /// Lends the picture to be read, where it is.
    ///
    /// Throws ``FrameAccessError`` for sound, for pixel formats that are not known and for memory that cannot be read.
    public func withPicture<Result>(
        as track: MediaFormat? = nil, _ body: (borrowing Picture) throws -> Result
    ) throws -> Result {
        let (format, planes) = try picture(try format(track))
        guard let bytes = content.bytes else { throw FrameAccessError(description: "the picture cannot be read") }
        return try bytes.withUnsafeBytes { bytes in
            guard planes.allSatisfy({ $0.end <= bytes.count }) else { throw Self.tooSmall(bytes.count) }
            return try body(Picture(bytes, format: format, planes: planes))
        }
    }

    /// Lends the picture to be written: where it is when nobody else has it, a copy of it otherwise.
    ///
    /// Throws ``FrameAccessError`` for sound, for pixel formats that are not known and for memory that cannot be read.
    public mutating func withMutablePicture<Result>(
        as track: MediaFormat? = nil, _ body: (inout MutablePicture) throws -> Result
    ) throws -> Result {
        let (format, planes) = try picture(try format(track))
        return try withMutableBytes(.rawVideo(format), planes) { bytes in
            guard planes.allSatisfy({ $0.end <= bytes.count }) else { throw Self.tooSmall(bytes.count) }
            var picture = MutablePicture(bytes, format: format, planes: planes)
            return try body(&picture)
        }
    }

    /// Lends the sound to be read, where it is.
    ///
    /// Throws ``FrameAccessError`` for pictures and where the samples are not of the type asked for.
    public func withSound<Value: SoundValue, Result>(
        of type: Value.Type, as track: MediaFormat? = nil, _ body: (borrowing Sound<Value>) throws -> Result
    ) throws -> Result {
        let format = try sound(try format(track))
        guard let bytes = content.bytes else { throw FrameAccessError(description: "the sound cannot be read") }
        return try bytes.withUnsafeBytes { bytes in
            guard let sound = Sound<Value>(bytes, format: format) else { throw Self.otherType(format, Value.self) }
            return try body(sound)
        }
    }

    /// Lends the sound to be written: where it is when nobody else has it, a copy of it otherwise.
    ///
    /// Throws ``FrameAccessError`` for pictures and where the samples are not of the type asked for.
    public mutating func withMutableSound<Value: SoundValue, Result>(
        of type: Value.Type, as track: MediaFormat? = nil, _ body: (inout MutableSound<Value>) throws -> Result
    ) throws -> Result {
        let format = try sound(try format(track))
        return try withMutableBytes(.rawAudio(format), nil) { bytes in
            guard var sound = MutableSound<Value>(bytes, format: format) else {
                throw Self.otherType(format, Value.self)
            }
            return try body(&sound)
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
        guard let result else { preconditionFailure("memory of our own can be written") }
        return result
    }

    private func picture(_ format: MediaFormat) throws -> (RawVideoFormat, [PlaneLayout]) {
        guard case .rawVideo(let format) = format else {
            throw FrameAccessError(description: "the frame is no picture")
        }
        guard let planes = content.layout ?? format.defaultLayout else {
            throw FrameAccessError(description: "the layout of the pixel format \(format.pixelFormat) is not known")
        }
        return (format, planes)
    }

    private func sound(_ format: MediaFormat) throws -> RawAudioFormat {
        guard case .rawAudio(let format) = format else { throw FrameAccessError(description: "the frame is no sound") }
        return format
    }

    private static func tooSmall(_ count: Int) -> FrameAccessError {
        FrameAccessError(description: "the frame's \(count) bytes are fewer than its format asks for")
    }

    private static func otherType<Value: SoundValue>(_ format: RawAudioFormat, _ type: Value.Type) -> FrameAccessError {
        FrameAccessError(
            description: "the samples are \(format.sampleFormat), not \(Value.sampleFormat); declare the format to take"
        )
    }
}
