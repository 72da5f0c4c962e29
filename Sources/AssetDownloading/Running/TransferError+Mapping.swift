import HTTPClient

extension AssetDownloadError {
    /// The error of a download whose transfer failed.
    init(_ error: TransferError) {
        let kind: Kind =
            switch error.kind {
            case .refused: .refused
            case .status(let status): .status(status)
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .truncated: .truncated
            case .tooLarge: .tooLarge
            case .malformed: .malformed
            case .disk: .disk
            case .cancelled: .cancelled
            }
        self.init(kind, error.message)
        systemError = error.systemError
    }
}

extension TransferError {
    /// The error of a transfer whose bytes could not be stored.
    init(_ error: AssetDownloadError) {
        let kind: Kind =
            switch error.kind {
            case .refused, .unbounded, .notFound: .refused
            case .status(let status): .status(status)
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .truncated: .truncated
            case .tooLarge: .tooLarge
            case .malformed: .malformed
            case .disk: .disk
            case .cancelled: .cancelled
            }
        self.init(kind, error.message)
        systemError = error.systemError
    }
}
