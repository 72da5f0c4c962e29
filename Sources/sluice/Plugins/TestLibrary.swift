import Foundation
import Glibc
import StageKit

/// The tests of a plugin, run in this process, so that they meet the very types that the tool has.
enum TestLibrary {
    /// Swift Testing's entry point for tools, whose form is fixed as version 0.
    private typealias EntryPoint =
        @convention(thin) @Sendable (
            _ configuration: UnsafeRawBufferPointer?,
            _ record: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
        ) async throws -> Bool

    /// Runs all tests of a library; whether all passed.
    static func run(_ path: String) async throws -> Bool {
        // Swift Testing colours what it writes unless it is told not to.
        if !Console.errorIsTerminal { setenv("NO_COLOR", "1", 0) }
        guard let handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "it cannot be opened"
            throw Diagnostic(code: "plugin-unloadable", message: "the tests do not load: \(reason)")
        }
        guard let address = dlsym(handle, "swt_abiv0_getEntryPoint") else {
            throw Diagnostic(
                code: "no-tests", message: "the tests do not use Swift Testing", notes: ["begin with 'import Testing'"])
        }
        let find = unsafeBitCast(address, to: (@convention(c) () -> UnsafeRawPointer).self)
        let run = unsafeBitCast(find(), to: EntryPoint.self)
        return try await run(nil) { _ in }
    }
}
