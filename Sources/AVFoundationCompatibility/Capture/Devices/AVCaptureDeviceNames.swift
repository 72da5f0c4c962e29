import Foundation

extension AVCaptureDevice {
    /// The kind of a device.
    public struct DeviceType: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        /// The kind with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A camera that is part of the machine.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera that is connected to the machine, or a virtual one.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// The former name of ``external``.
        public static let externalUnknown = DeviceType(rawValue: "AVCaptureDeviceTypeExternalUnknown")
        /// A microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The former name of ``microphone``.
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
        /// A camera with a longer focal length; never found here.
        public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// A camera with a shorter focal length; never found here.
        public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// Two cameras that act as one; never found here.
        public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")

        /// The type without its former names.
        var current: DeviceType {
            switch self {
            case .externalUnknown: .external
            case .builtInMicrophone: .microphone
            default: self
            }
        }
    }

    /// The side of the machine on which a device is.
    public enum Position: Int, Sendable {
        /// Unknown, which applies to all devices: drivers do not report it.
        case unspecified = 0
        case back = 1
        case front = 2
    }

    /// Posted when a device is connected; the object is the device.
    public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    /// Posted when a device is disconnected; the object is the device.
    public static let wasDisconnectedNotification = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}

extension NSNotification.Name {
    /// Posted when a device is connected; the object is the device.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// Posted when a device is disconnected; the object is the device.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
}
