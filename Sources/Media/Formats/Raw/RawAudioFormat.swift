/// The format of uncompressed audio.
public struct RawAudioFormat: Sendable, Hashable, Codable {
    /// The sample format by its GStreamer name, such as `S16LE` or `F32LE`.
    public var sampleFormat: String
    /// The sample rate in Hz.
    public var sampleRate: Int
    public var channelCount: Int
    /// Whether samples are planar, all of one channel before the next channel, instead of interleaved.
    public var isPlanar = false

    /// An interleaved format with this sample format, sample rate and number of channels.
    public init(sampleFormat: String, sampleRate: Int, channelCount: Int) {
        self.sampleFormat = sampleFormat
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }
}
