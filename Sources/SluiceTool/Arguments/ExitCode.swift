/// The exit codes of the tool.
enum ExitCode: Int32 {
    case done = 0
    case runFailed = 1
    /// A pipeline file is invalid; nothing was started.
    case invalidFile = 2
    /// The command line is invalid.
    case misuse = 64
}
