/// The exit codes of the tool.
enum ExitCode: Int32 {
    case done = 0
    case runFailed = 1
    /// A pipeline file is invalid; nothing was started.
    case invalidFile = 2
    /// The command line is invalid.
    case misuse = 64
    /// The machine or the storage failed; the same command may succeed later (EX_TEMPFAIL of sysexits.h).
    case tryAgain = 75

    /// All exit codes, with that of a crash.
    static let meanings: [(code: Int32, meaning: String)] = [
        (done.rawValue, "success"), (runFailed.rawValue, "failure"), (invalidFile.rawValue, "invalid pipeline file"),
        (misuse.rawValue, "invalid command line"), (70, "a stage crashed"),
        (tryAgain.rawValue, "temporary failure of a job's task"),
    ]
}
