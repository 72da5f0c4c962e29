import GStreamerStages

/// Lists the capture devices of this machine.
enum DevicesCommand: Command {
    static let name = "devices"
    static let abstract = "List the cameras and microphones of this machine with their modes."
    static let usage = ""
    static let words = 0...0
    static var options: [CommandOption] { [CommandOption("json", nil, .flag, "Output as JSON")] }
    static let examples = ["", "--json"]
    static let acceptsGStreamerOptions = true

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let devices = await CaptureDevices.find()
        Console.write(arguments.has("json") ? DevicesJSON.text(devices) : devices.description)
        return .done
    }
}
