public import Packaging

/// The error type of the writing API.
public typealias AssetWriterError = PackagingError

/// Error kinds specific to writers.
extension PackagingError.Code {
    /// An append while `isReadyForMoreMediaData` was false.
    public static let notReady = PackagingError.Code(rawValue: "notReady")
    /// A required output setting or writer property without a value; the message names it.
    public static let missingSetting = PackagingError.Code(rawValue: "missingSetting")
    /// More inputs than a writer supports.
    public static let tooManyInputs = PackagingError.Code(rawValue: "tooManyInputs")
    /// An encoder that is missing, rejects the settings or failed.
    public static let encoding = PackagingError.Code(rawValue: "encoding")
    /// A movie file that exists already; a writer does not replace files.
    public static let fileExists = PackagingError.Code(rawValue: "fileExists")
    /// A file system without free space.
    public static let diskFull = PackagingError.Code(rawValue: "diskFull")
    /// The delegate or sequence that received the segments has been released.
    public static let lostReceiver = PackagingError.Code(rawValue: "lostReceiver")
}
