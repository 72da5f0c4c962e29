/// A device that is found by its identifier.
///
/// Only an initializer of a protocol can return an instance that exists, and there is one instance of each device.
public protocol CaptureDeviceLookup {}

extension CaptureDeviceLookup {
    /// The device with this identifier, or nil if there is none. A camera is also found by the path of its device file.
    public init?(uniqueID deviceUniqueID: String) {
        guard let device = CaptureDeviceTable.shared.device(deviceUniqueID) as? Self else { return nil }
        self = device
    }
}
