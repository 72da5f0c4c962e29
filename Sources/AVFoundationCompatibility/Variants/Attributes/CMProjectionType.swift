/// The projection of video, as a four-character code.
public enum CMProjectionType: UInt64, Hashable, Sendable {
    /// Flat video.
    case rectangular = 0x7265_6374
    /// 360 degrees.
    case equirectangular = 0x6571_7569
    /// 180 degrees.
    case halfEquirectangular = 0x6865_7175
    /// Projected according to the parameters of a lens.
    case parametricImmersive = 0x7072_696d
    /// A fisheye lens.
    case fisheye = 0x6669_7368
    /// Apple Immersive Video.
    case appleImmersiveVideo = 0x6169_6d76
}
