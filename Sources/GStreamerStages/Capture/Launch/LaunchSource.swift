import CGStreamer
import CGStreamerLibraries
import StageKit

/// The first source of a launch description.
struct LaunchSource: Sendable, Hashable {
    /// The URL without credentials and parameters, the address, the device or the element, for messages.
    var name: String
    /// Whether it waits for a sender to connect.
    var listens: Bool

    /// Examines a description without opening the source. An invalid description has the name `launch`.
    init(_ description: String) {
        (name, listens) = ("launch", false)
        guard let pipeline = try? ElementPipeline(empty: name, context: nil, limits: ElementTimeouts()),
            let bin = try? pipeline.addSource(description)
        else { return }
        if let text = ownedString(sluice_gst_source_name(bin.pointer)) { name = Self.shown(text) }
        listens = sluice_gst_listens(bin.pointer)
    }

    /// Returns a URL without its credentials and parameters; the path of a file or a device.
    static func shown(_ text: String) -> String {
        guard let separator = text.firstRange(of: "://") else { return text }
        let scheme = text[..<separator.lowerBound]
        // The options of librtmp follow a space.
        let rest = text[separator.upperBound...].prefix { $0 != "?" && $0 != "#" && $0 != " " }
        if scheme == "file" || scheme == "v4l2" { return String(rest) }
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let at = rest[..<end].lastIndex(of: "@") else { return "\(scheme)://\(rest)" }
        return "\(scheme)://\(rest[rest.index(after: at)...])"
    }
}
