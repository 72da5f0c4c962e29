/// The formats of uncompressed media that a stage takes, by GStreamer's names; the first of each is what others become.
///
/// Where a stage above gives another format, the plan has a `frame.convert` between them, which `sluice graph` shows.
public struct FrameFormats: Sendable, Hashable {
    /// Such as `I420`, `NV12` or `RGBA`; none for any.
    public var pixel: [String]
    /// Such as `S16LE` or `F32LE`; none for any.
    public var sample: [String]

    /// Pictures and sound in these formats.
    public init(pixel: [String] = [], sample: [String] = []) {
        self.pixel = pixel
        self.sample = sample
    }

    /// Whatever comes.
    public static let any = FrameFormats()
}
