import CGStreamer
import StageKit

/// Opens a device without starting it, and queries the formats that its driver offers.
enum DeviceProbe {
    /// The result of a query.
    struct QueryResult: Sendable {
        var streams: [DeviceStream]
        /// The device name that the driver reports.
        var name: String?
    }

    /// Queries the device with a GStreamer source element of type `factory`. Throws if the device cannot be opened.
    static func query(
        _ factory: String, device: String, subject: String, context: StageContext
    ) async throws -> QueryResult {
        let pipeline = try ElementPipeline(
            "\(factory) name=source ! fakesink", subject: subject, context: context, limits: .device)
        let source = pipeline.element("source")
        source.setString("device", device)
        do {
            try await pipeline.open()
            let caps = sluice_gst_offered_caps(source.pointer)
            defer { sluice_gst_mini_unref(caps) }
            let streams = caps.map(DeviceStream.all) ?? []
            let name = ownedString(sluice_gst_get_string(source.pointer, "device-name"))
            try await pipeline.close()
            return QueryResult(streams: streams, name: name)
        } catch {
            try? await pipeline.close()
            throw error
        }
    }
}
