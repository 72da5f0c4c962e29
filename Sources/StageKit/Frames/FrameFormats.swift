/// The uncompressed formats that a stage accepts, by their GStreamer names. Other formats are converted to the first
/// one.
///
/// If an upstream stage may emit other formats, the plan inserts a `frame.convert` stage, which `sluice graph`
/// shows.
public struct FrameFormats: Sendable, Hashable {
    /// Pixel formats, such as `I420`, `NV12` or `RGBA`; empty for any.
    public var pixel: [String]
    /// Audio sample formats, such as `S16LE` or `F32LE`; empty for any.
    public var sample: [String]

    /// Creates a set of video and audio formats.
    public init(pixel: [String] = [], sample: [String] = []) {
        self.pixel = pixel
        self.sample = sample
    }

    /// All formats.
    public static let any = FrameFormats()
}
