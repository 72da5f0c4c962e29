import Foundation
import Glibc
import SystemFiles

/// A program that a command of a job runs.
package struct ChildProcess: Sendable {
    /// The end of a program.
    package enum End: Sendable, Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    let program: String
    let arguments: [String]

    package init(_ program: String, _ arguments: [String]) {
        (self.program, self.arguments) = (program, arguments)
    }

    /// The path of a program on the search path; nil if it is not installed.
    package static func find(_ name: String) -> String? {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs the program and returns its standard output. Throws with its messages if it fails.
    package func output() async throws(JobError) -> String {
        let (process, output, errors) = (makeProcess(), Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try start(process)
        // The outputs are short and fit into the buffers of the pipes.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let reason = message.split(whereSeparator: \.isNewline).last.map(String.init) ?? "it failed"
            throw JobError(.temporary, "\(program): \(reason)")
        }
        return text
    }

    /// Runs the program and appends its output to a log. Cancelling the task terminates the program.
    package func run(log path: String) async throws(JobError) -> End {
        if let slash = path.lastIndex(of: "/") { try FileTree.makeFolders(String(path[..<slash])) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw JobError(.temporary, "cannot write '\(path)': \(SystemError(code: errno))") }
        let process = makeProcess()
        let log = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        (process.standardOutput, process.standardError) = (log, log)
        let (ends, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try start(process)
        let identifier = process.processIdentifier
        await withTaskCancellationHandler {
            // Not cancelled with the task: the program ends first.
            await Task { for await _ in ends {} }.value
        } onCancel: {
            kill(identifier, SIGTERM)
        }
        return process.terminationReason == .exit
            ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
    }

    private func makeProcess() -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        return process
    }

    private func start(_ process: Process) throws(JobError) {
        do {
            try process.run()
        } catch {
            throw JobError("cannot run '\(program)': \(error.localizedDescription)")
        }
    }
}
