import Foundation
import StageKit

/// The Swift compiler for plugins.
struct SwiftCompiler {
    /// The path of `swiftc`.
    let program: String

    /// Selects the compiler in SWIFTC, or else the first `swiftc` on PATH.
    init(environment: [String: String]) throws(Diagnostic) {
        if let named = environment["SWIFTC"], !named.isEmpty {
            program = named
            return
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        guard let found = folders.map({ "\($0)/swiftc" }).first(where: FileManager.default.isExecutableFile) else {
            throw Diagnostic(
                code: "no-compiler", message: "no Swift compiler found in PATH",
                notes: ["add the toolchain's 'usr/bin' to PATH, or set SWIFTC to its swiftc"])
        }
        program = found
    }

    /// The compiler's version, such as `6.3.1`; nil if unknown.
    var version: String? {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--version"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.firstMatch(of: /Swift version (\d+(?:\.\d+)*)/).map { String($0.1) }
    }

    /// Runs the compiler; its output goes to standard error. Returns whether it succeeded.
    func compile(_ arguments: [String]) throws(Diagnostic) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-swift-version", "6", "-parse-as-library"] + arguments
        process.standardOutput = FileHandle.standardError
        do {
            try process.run()
        } catch {
            throw Diagnostic(code: "no-compiler", message: "cannot start '\(program)': \(error)")
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

extension SwiftCompiler {
    /// The folder with the toolchain's Swift Testing macros.
    var testingPlugins: String {
        let bin = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
        return bin.deletingLastPathComponent().appending(path: "lib/swift/host/plugins/testing").path
    }
}
