/// Read-only access to the samples of an audio frame in place. Valid only during the call that passes it.
///
/// `Value` must match the sample format: `Int16` for `S16LE`, `Int32` for `S32LE`, `Float` for `F32LE`, `Double` for
/// `F64LE`.
public struct AudioSamples<Value: AudioSampleValue>: ~Copyable {
    public let format: RawAudioFormat
    /// The number of samples per channel.
    public let count: Int
    private let values: UnsafeBufferPointer<Value>
    private let fault: FrameAccessFault

    init?(
        _ bytes: UnsafeRawBufferPointer, format: RawAudioFormat, _ place: UnsafeMutablePointer<FrameAccessError?>
    ) {
        guard format.sampleFormat == Value.sampleFormat, format.channelCount > 0 else { return nil }
        values = bytes.assumingMemoryBound(to: Value.self)
        self.format = format
        count = values.count / format.channelCount
        fault = FrameAccessFault(recordingIn: place)
    }

    /// The sample at `index` of a channel. Outside the frame it is 0, and the call that passed the samples throws
    /// ``FrameAccessError`` at its end.
    public subscript(channel: Int, index: Int) -> Value {
        format.place(channel, index, of: count, fault).map { values[$0] } ?? 0
    }

    /// Calls `body` with all samples in memory order: interleaved, or channel after channel if the format is planar.
    public func withValues<Result, Failure: Error>(
        _ body: (Span<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(Span(_unsafeElements: values))
    }
}

/// Read and write access to the samples of an audio frame in place. Valid only during the call that passes it.
public struct MutableAudioSamples<Value: AudioSampleValue>: ~Copyable {
    public let format: RawAudioFormat
    /// The number of samples per channel.
    public let count: Int
    private let values: UnsafeMutableBufferPointer<Value>
    private let fault: FrameAccessFault

    init?(
        _ bytes: UnsafeMutableRawBufferPointer, format: RawAudioFormat,
        _ place: UnsafeMutablePointer<FrameAccessError?>
    ) {
        guard format.sampleFormat == Value.sampleFormat, format.channelCount > 0 else { return nil }
        values = bytes.assumingMemoryBound(to: Value.self)
        self.format = format
        count = values.count / format.channelCount
        fault = FrameAccessFault(recordingIn: place)
    }

    /// The sample at `index` of a channel. Outside the frame it is 0 and ignores new values, and the call that passed
    /// the samples throws ``FrameAccessError`` at its end.
    public subscript(channel: Int, index: Int) -> Value {
        get { format.place(channel, index, of: count, fault).map { values[$0] } ?? 0 }
        set { if let place = format.place(channel, index, of: count, fault) { values[place] = newValue } }
    }

    /// Calls `body` with all samples in memory order: interleaved, or channel after channel if the format is planar.
    public mutating func withValues<Result, Failure: Error>(
        _ body: (inout MutableSpan<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = MutableSpan(_unsafeElements: values)
        return try body(&span)
    }
}

extension Int16: AudioSampleValue { public static var sampleFormat: String { "S16LE" } }

extension Int32: AudioSampleValue { public static var sampleFormat: String { "S32LE" } }

extension Float: AudioSampleValue { public static var sampleFormat: String { "F32LE" } }

extension Double: AudioSampleValue { public static var sampleFormat: String { "F64LE" } }

extension RawAudioFormat {
    /// The offset of a sample; nil outside the frame, which is recorded.
    fileprivate func place(
        _ channel: Int, _ index: Int, of count: Int, _ fault: FrameAccessFault
    ) -> Int? {
        guard channel >= 0, channel < channelCount, index >= 0, index < count else {
            fault.record(
                "sample \(index) of channel \(channel) is outside the frame, which has \(count) of \(channelCount) "
                    + "channels, counted from 0")
            return nil
        }
        return isPlanar ? channel * count + index : index * channelCount + channel
    }
}
