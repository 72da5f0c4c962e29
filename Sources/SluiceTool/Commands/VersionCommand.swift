import CGStreamerLibraries

/// Prints the versions of the tool and of GStreamer.
enum VersionCommand: Command {
    static let name = "version"
    static let abstract = "Print the version of the tool and of GStreamer."
    static let usage = ""
    static let words = 0...0
    static var options: [CommandOption] { [.json] }

    static func run(_ arguments: Arguments) -> ExitCode {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        let gstreamer = "\(major).\(minor).\(micro)"
        Console.write(
            arguments.has("json")
                ? JSONText.text(VersionDocument(sluice: Tool.version, gstreamer: gstreamer))
                : "\(Tool.name) \(Tool.version), GStreamer \(gstreamer)\n")
        return .done
    }
}
