import Foundation
import GStreamerStages

/// Encodes the list of devices as JSON.
enum DevicesJSON {
    private struct Devices: Encodable {
        var cameras: [Camera]
        var microphones: [Microphone]
    }
    private struct Camera: Encodable {
        var name: String
        var path: String
        var modes: [CameraMode]
        var problem: String?
    }
    private struct Microphone: Encodable {
        var name: String
        var device: String
        var rates: [String]
        var channels: [String]
        var sampleFormats: [String]
        var problem: String?
    }

    /// Returns the devices as JSON with sorted keys.
    static func text(_ devices: CaptureDevices) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let value = Devices(
            cameras: devices.cameras.map {
                Camera(name: $0.name, path: $0.path, modes: $0.modes, problem: $0.problem)
            },
            microphones: devices.microphones.map {
                Microphone(
                    name: $0.name, device: $0.device, rates: $0.rates, channels: $0.channels,
                    sampleFormats: $0.sampleFormats, problem: $0.problem)
            })
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("device lists are representable in JSON")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
