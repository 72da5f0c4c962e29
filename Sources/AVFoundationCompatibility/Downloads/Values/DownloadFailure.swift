import AssetDownloading
import Foundation
import Glibc

/// The errors of downloads with the codes that programs expect.
enum DownloadFailure {
    /// Returns an error with a code of `NSURLErrorDomain` for problems of the connection, and an ``AVError`` for problems
    /// of the content. The message is the value of `NSLocalizedDescriptionKey`.
    static func error(_ error: any Error) -> any Error {
        if let error = error as? AssetDownloadError { return translated(error) }
        if let error = error as? AssetInspectionError {
            return AVError(.failedToParse, "the playlist is malformed: \(error)")
        }
        return error
    }

    private static func translated(_ error: AssetDownloadError) -> any Error {
        let code: URLError.Code
        switch error.kind {
        case .refused: code = .unsupportedURL
        case .status(404), .status(410): code = .fileDoesNotExist
        case .status(401): code = .userAuthenticationRequired
        case .status(403): code = .noPermissionsToReadFile
        case .status: code = .badServerResponse
        case .unreachable: code = .cannotConnectToHost
        case .timedOut: code = .timedOut
        case .truncated: code = .networkConnectionLost
        case .tooLarge: code = .dataLengthExceedsMaximum
        case .cancelled: code = .cancelled
        case .disk:
            let isFull = error.systemError == ENOSPC || error.systemError == EDQUOT
            return isFull ? AVError(.diskFull, error.message) : urlError(.cannotWriteToFile, error.message)
        case .malformed: return AVError(.failedToParse, error.message)
        case .unbounded:
            return AVError(
                .operationNotSupportedForAsset, "the presentation is live; download it when its playlists have an end")
        case .notFound: return AVError(.noSourceTrack, error.message)
        }
        return urlError(code, error.message)
    }

    static func urlError(_ code: URLError.Code, _ message: String) -> URLError {
        URLError(code, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
