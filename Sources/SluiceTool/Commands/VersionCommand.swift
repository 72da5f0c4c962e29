import CGStreamerLibraries

/// Prints the versions of the tool and of GStreamer.
enum VersionCommand: Command {
    static let name = "version"
    static let abstract = "Print the version of the tool and of GStreamer."
    static let usage = ""
    static let words = 0...0

    static func run(_ arguments: Arguments) -> ExitCode {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        Console.write("\(Tool.name) \(Tool.version), GStreamer \(major).\(minor).\(micro)\n")
        return .done
    }
}
