import CGStreamerLibraries
import Glibc
import StageKit

/// The devices that the kernel lists.
enum DeviceNodes {
    /// A device and the name that its driver reports.
    struct Node: Sendable, Hashable {
        var name: String
        var device: String
        /// The short name of an ALSA card.
        var id = ""
    }

    /// Video4Linux devices by number.
    static func cameras(under root: String = "/sys/class/video4linux") -> [Node] {
        let numbers = entries(root).compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted()
        return numbers.map { number in
            Node(name: line("\(root)/video\(number)/name") ?? "video\(number)", device: "/dev/video\(number)")
        }
    }

    /// ALSA capture devices by card and device number.
    static func microphones(under root: String = "/proc/asound") -> [Node] {
        let lines = (text("\(root)/pcm") ?? "").split(separator: "\n")
        let cards = cardNames(text("\(root)/cards") ?? "")
        return lines.compactMap { line in
            // 00-01: ALC257 Analog : ALC257 Analog : playback 1 : capture 1
            let fields = line.split(separator: ":").map(trimmed)
            let numbers = fields.first?.split(separator: "-").compactMap { Int($0) } ?? []
            guard numbers.count == 2, fields.contains(where: { $0.hasPrefix("capture") }) else { return nil }
            let id = Self.line("\(root)/card\(numbers[0])/id") ?? "\(numbers[0])"
            return Node(name: cards[numbers[0]] ?? id, device: "hw:CARD=\(id),DEV=\(numbers[1])", id: id)
        }
    }

    /// The device with this name or card ID. Throws an error with a list of the devices if there is none.
    static func device(named name: String, among nodes: [Node], what: String) throws(StageError) -> String {
        let lowered = name.lowercased()
        let found = nodes.first { $0.name.lowercased() == lowered || $0.id.lowercased() == lowered && !$0.id.isEmpty }
        if let found { return found.device }
        let known = nodes.map { "\($0.name) (\($0.device))" }
        throw StageError(
            .unreadableInput,
            "there is no \(what) \(name); "
                + (known.isEmpty ? "this machine has none" : "available: \(known.joined(separator: ", "))")
                + "; try: sluice devices")
    }

    /// Throws `unreadable-input` if a camera's device file does not exist or may not be opened.
    static func checkCamera(_ path: String) throws(StageError) {
        if access(path, R_OK | W_OK) == 0 { return }
        switch errno {
        case EACCES: throw denied("the camera \(path)", group: "video")
        case ENOENT, ENOTDIR:
            let known = cameras().map { "\($0.device) (\($0.name))" }
            let others = known.isEmpty ? "this machine has none" : "available: \(known.joined(separator: ", "))"
            throw StageError(.unreadableInput, "there is no camera \(path); \(others); try: sluice devices")
        default: return
        }
    }

    /// Throws `unreadable-input` if the user may not open any capture device, because ALSA only reports them as
    /// missing.
    static func checkMicrophones(_ device: String, under root: String = "/dev/snd") throws(StageError) {
        let files = entries(root).filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
        if files.isEmpty || files.contains(where: { access("\(root)/\($0)", R_OK) == 0 }) { return }
        throw denied("the microphone \(device)", group: "audio")
    }

    /// Returns why a camera or a microphone of a pipeline cannot exist on this machine; nil if it may.
    static func absence(of device: String, _ kind: CaptureDeviceNode.Kind) -> String? {
        switch kind {
        case .camera:
            guard device.hasPrefix("/"), access(device, F_OK) != 0 else { return nil }
            return "there is no camera \(device)"
        case .microphone:
            // A sound server has devices without hardware: it is asked only by opening the device.
            return microphones().isEmpty ? "there is no microphone \(device)" : nil
        }
    }

    /// Whether the user may open the device; true if the file does not exist.
    static func isReadable(_ node: CaptureDeviceNode) -> Bool {
        do throws(StageError) {
            switch node.kind {
            case .camera: try checkCamera(node.device)
            case .microphone: try checkMicrophones(node.device)
            }
            return true
        } catch {
            return false
        }
    }

    private static func denied(_ subject: String, group: String) -> StageError {
        StageError(
            .unreadableInput,
            "\(subject) cannot be opened: permission denied; add the user to the group "
                + "\(group) (adduser NAME \(group), then log in again)")
    }

    /// The names in lines such as ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`, by card number.
    private static func cardNames(_ text: String) -> [Int: String] {
        var names: [Int: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "[", maxSplits: 1)
            guard parts.count == 2, let number = Int(trimmed(parts[0])) else { continue }
            guard let dash = parts[1].firstRange(of: " - ") else { continue }
            names[number] = trimmed(parts[1][dash.upperBound...])
        }
        return names
    }

    static func line(_ path: String) -> String? {
        text(path)?.split(separator: "\n").first.map(trimmed)
    }

    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " }
        return String(rest.reversed().drop { $0 == " " }.reversed())
    }

    private static func text(_ path: String) -> String? {
        var contents: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents(path, &contents, nil, nil) != 0 else { return nil }
        defer { g_free(contents) }
        return contents.map { String(cString: $0) }
    }

    static func entries(_ path: String) -> [String] {
        guard let folder = g_dir_open(path, 0, nil) else { return [] }
        defer { g_dir_close(folder) }
        var names: [String] = []
        while let name = g_dir_read_name(folder) { names.append(String(cString: name)) }
        return names
    }
}
