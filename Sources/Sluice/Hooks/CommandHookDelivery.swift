import Glibc
import Media
import PipelineRuntime
import SystemTime

/// Runs a program with the event on its standard input, without a shell.
struct CommandHookDelivery: HookDelivery {
    let options: HookOptions
    /// The interval between checks whether the program has ended.
    private static let interval = Duration.milliseconds(20)
    /// The time that a program has to end after SIGTERM.
    private static let grace = Duration.seconds(1)

    func deliver(_ event: HookEvent) async throws(HookFailure) {
        let program = try HookProgram(options.command, input: event.body + [UInt8(ascii: "\n")])
        let end = SystemClock.now + options.timeout.duration
        while SystemClock.now < end, !Task.isCancelled {
            if let status = program.status { return try Self.validate(status) }
            try? await Task.sleep(for: Self.interval)
        }
        await Self.terminate(program)
        throw HookFailure(message: "the command did not end within \(options.timeout) and was killed")
    }

    private static func terminate(_ program: HookProgram) async {
        program.signal(SIGTERM)
        let end = SystemClock.now + grace
        while SystemClock.now < end, program.status == nil {
            // In a separate task, which the cancellation of a run does not shorten.
            await Task { try? await Task.sleep(for: interval) }.value
        }
        // Also the programs that it has started.
        program.signal(SIGKILL)
        program.wait()
    }

    private static func validate(_ status: Int32) throws(HookFailure) {
        let signal = status & 0x7f
        if signal != 0 { throw HookFailure(message: "the command was ended by signal \(signal)") }
        let code = status >> 8 & 0xff
        if code != 0 { throw HookFailure(message: "the command exited with status \(code)") }
    }
}
