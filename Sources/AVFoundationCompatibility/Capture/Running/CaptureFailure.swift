import Foundation
import GStreamerStages
import StageKit

/// The end of a device's delivery that the program has not requested.
enum CaptureFailure: Sendable {
    /// Another program uses the device; it is tried again.
    case busy
    /// The device cannot be opened or is lost.
    case error(AVError)

    /// The failure of a device for an error of its pipeline.
    init(_ error: any Error, device: AVCaptureDevice, hasBegun: Bool) {
        let message = (error as? StageError)?.message ?? "\(error)"
        switch (error as? StageError)?.code {
        case .deviceBusy?: self = .busy
        case _ where !device.isConnected:
            self = .error(AVError(hasBegun ? .deviceWasDisconnected : .deviceNotConnected, message))
        case _ where device.node?.isReadable == false:
            self = .error(AVError(.applicationIsNotAuthorizedToUseDevice, message))
        case .limitReached?: self = .error(AVError(.noDataCaptured, message))
        default: self = .error(AVError(.unknown, message))
        }
    }
}
