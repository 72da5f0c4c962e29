public import Packaging

/// The error of all calls of this module.
public typealias AssetWriterError = PackagingError

/// Kinds of problems that only writers have.
extension PackagingError.Code {
    /// An append while `isReadyForMoreMediaData` was false.
    public static let notReady = PackagingError.Code(rawValue: "notReady")
    /// Output settings or writer properties that lack one value; the message names it.
    public static let missingSetting = PackagingError.Code(rawValue: "missingSetting")
    /// More inputs than a writer takes.
    public static let tooManyInputs = PackagingError.Code(rawValue: "tooManyInputs")
    /// An encoder that is not there, does not take the settings or fails.
    public static let encoding = PackagingError.Code(rawValue: "encoding")
    /// The delegate or the sequence that received segments is gone.
    public static let lostReceiver = PackagingError.Code(rawValue: "lostReceiver")
}
