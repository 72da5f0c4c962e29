public import Foundation

/// The domain of ``AVError``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The key of the time at which an error occurred.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The key of the media type of an error.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The key of the track identifier of an error.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"

/// An error of the library with the code that AVFoundation uses.
public struct AVError: CustomNSError, LocalizedError, Hashable, Sendable, CustomStringConvertible {
    public let code: Code
    /// The cause and, where there is one, the remedy: lower case, no full stop.
    public let message: String

    /// An error with this code. The message is the value of `NSLocalizedDescriptionKey`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(code, userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)")
    }

    /// An error with this code and message.
    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    public var userInfo: [String: Any] { errorUserInfo }
    public var errorDescription: String? { message }
    public var description: String { message }
}
