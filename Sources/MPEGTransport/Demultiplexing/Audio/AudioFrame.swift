/// The next frame of an audio elementary stream.
struct AudioFrame {
    /// The size of the frame in the stream, including headers.
    var size: Int
    /// The range of the sample in the frame: without ADTS and LOAS headers.
    var content: Range<Int>
    /// Samples per channel; 0 for frames that are decoded together with the preceding one.
    var sampleCount: Int
    var sampleRate: Int
    /// A value that differs if the format differs.
    var signature: UInt64
    /// The payload, if it does not start at a byte boundary of the stream.
    var realigned: [UInt8]?
    /// The number of initial samples that are decoded and discarded (Opus).
    var trimmedStart = 0
}
