/// The samples of a frame of sound where they are, to be read; it lives no longer than the call that lends it.
///
/// `Value` is what the format has: `Int16` for `S16LE`, `Int32` for `S32LE`, `Float` for `F32LE`, `Double` for `F64LE`.
public struct Sound<Value: SoundValue>: ~Copyable {
    public let format: RawAudioFormat
    /// Samples of each channel.
    public let count: Int
    private let values: UnsafeBufferPointer<Value>

    init?(_ bytes: UnsafeRawBufferPointer, format: RawAudioFormat) {
        guard format.sampleFormat == Value.sampleFormat, format.channelCount > 0 else { return nil }
        values = bytes.assumingMemoryBound(to: Value.self)
        self.format = format
        count = values.count / format.channelCount
    }

    /// A sample of a channel.
    public subscript(channel: Int, index: Int) -> Value { values[format.place(channel, index, of: count)] }

    /// Lends all samples as they lie: of all channels by turns, or channel after channel where the format is planar.
    public func withValues<Result, Failure: Error>(
        _ body: (Span<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(Span(_unsafeElements: values))
    }
}

/// The samples of a frame of sound where they are, to be read and written.
public struct MutableSound<Value: SoundValue>: ~Copyable {
    public let format: RawAudioFormat
    /// Samples of each channel.
    public let count: Int
    private let values: UnsafeMutableBufferPointer<Value>

    init?(_ bytes: UnsafeMutableRawBufferPointer, format: RawAudioFormat) {
        guard format.sampleFormat == Value.sampleFormat, format.channelCount > 0 else { return nil }
        values = bytes.assumingMemoryBound(to: Value.self)
        self.format = format
        count = values.count / format.channelCount
    }

    /// A sample of a channel.
    public subscript(channel: Int, index: Int) -> Value {
        get { values[format.place(channel, index, of: count)] }
        set { values[format.place(channel, index, of: count)] = newValue }
    }

    /// Lends all samples as they lie: of all channels by turns, or channel after channel where the format is planar.
    public mutating func withValues<Result, Failure: Error>(
        _ body: (inout MutableSpan<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = MutableSpan(_unsafeElements: values)
        return try body(&span)
    }
}

/// A number that samples of sound come as.
public protocol SoundValue: BitwiseCopyable, Numeric {
    /// The sample format by its GStreamer name.
    static var sampleFormat: String { get }
}

extension Int16: SoundValue { public static var sampleFormat: String { "S16LE" } }
extension Int32: SoundValue { public static var sampleFormat: String { "S32LE" } }
extension Float: SoundValue { public static var sampleFormat: String { "F32LE" } }
extension Double: SoundValue { public static var sampleFormat: String { "F64LE" } }

extension RawAudioFormat {
    fileprivate func place(_ channel: Int, _ index: Int, of count: Int) -> Int {
        precondition(
            channel >= 0 && channel < channelCount && index >= 0 && index < count, "a sample lies inside its frame")
        return isPlanar ? channel * count + index : index * channelCount + channel
    }
}
