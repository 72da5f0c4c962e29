/// A numeric type of audio samples.
public protocol AudioSampleValue: BitwiseCopyable, Numeric {
    /// The sample format by its GStreamer name.
    static var sampleFormat: String { get }
}
