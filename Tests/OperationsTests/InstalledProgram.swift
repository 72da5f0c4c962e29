import Foundation

/// Programs that tests use if they are installed.
enum InstalledProgram {
    /// Whether a program is on PATH.
    static func exists(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }
}
