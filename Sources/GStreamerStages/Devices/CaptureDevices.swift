import CGStreamer
import StageKit

/// The cameras and microphones of this machine.
package struct CaptureDevices: Sendable {
    /// A Video4Linux device.
    package struct Camera: Sendable {
        package var name: String
        package var path: String
        package var streams: [DeviceStream]
        /// The reason why its formats are unknown; nil if they are known.
        package var problem: String?
    }

    /// An ALSA capture device.
    package struct Microphone: Sendable {
        /// The name of the card.
        package var name: String
        /// The device name for `capture.audio`, such as `hw:CARD=PCH,DEV=0`.
        package var device: String
        package var streams: [DeviceStream]
        /// The reason why its formats are unknown; nil if they are known.
        package var problem: String?
    }

    package var cameras: [Camera]
    package var microphones: [Microphone]

    /// Lists the devices and queries the formats that each one offers.
    package static func find() async -> CaptureDevices {
        let context = StageContext(stageName: "devices")
        var found = CaptureDevices(cameras: [], microphones: [])
        // Devices that only play video, or deliver other data, are not cameras.
        for node in DeviceNodes.cameras() where sluice_v4l2_kind(node.device) != SLUICE_V4L2_OTHER {
            let answer = await query("v4l2src", node.device, "the camera \(node.device)", context)
            guard answer.problem != nil || !answer.streams.isEmpty else { continue }
            found.cameras.append(
                Camera(name: node.name, path: node.device, streams: answer.streams, problem: answer.problem))
        }
        for node in DeviceNodes.microphones() {
            let answer = await query("alsasrc", node.device, "the microphone \(node.device)", context)
            found.microphones.append(
                Microphone(name: node.name, device: node.device, streams: answer.streams, problem: answer.problem))
        }
        return found
    }

    private struct QueryResult {
        var streams: [DeviceStream] = []
        var problem: String?
    }

    private static func query(
        _ factory: String, _ device: String, _ subject: String, _ context: StageContext
    ) async -> QueryResult {
        do {
            return QueryResult(
                streams: try await DeviceProbe.query(factory, device: device, subject: subject, context: context)
                    .streams)
        } catch {
            return QueryResult(problem: (error as? StageError)?.message ?? "\(error)")
        }
    }
}
