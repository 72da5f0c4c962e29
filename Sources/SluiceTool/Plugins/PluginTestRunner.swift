import Foundation
import Glibc
import StageKit

/// Runs the tests of a plugin in this process, so that they use the tool's own types.
enum PluginTestRunner {
    /// Swift Testing's ABI entry point for tools, version 0.
    private typealias EntryPoint =
        @convention(thin) @Sendable (
            _ configuration: UnsafeRawBufferPointer?,
            _ record: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
        ) async throws -> Bool

    /// Runs all tests of a library. Returns whether all of them passed.
    static func run(_ path: String) async throws -> Bool {
        // Swift Testing writes colours unless NO_COLOR is set.
        if !Console.errorIsTerminal { setenv("NO_COLOR", "1", 0) }
        guard let handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "unknown error"
            throw Diagnostic(code: "plugin-unloadable", message: "cannot load the tests: \(reason)")
        }
        guard let address = dlsym(handle, "swt_abiv0_getEntryPoint") else {
            throw Diagnostic(
                code: "no-tests", message: "the tests do not use Swift Testing", notes: ["add 'import Testing'"])
        }
        let find = unsafeBitCast(address, to: (@convention(c) () -> UnsafeRawPointer).self)
        let run = unsafeBitCast(find(), to: EntryPoint.self)
        return try await run(nil) { _ in }
    }
}
