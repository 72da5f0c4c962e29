import Foundation

/// Mounts visible only to the processes of a test.
enum Namespace {
    static var isAllowed: Bool {
        get async {
            let outcome = try? await Scratch.use { scratch in
                try await scratch.run("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", scratch.folder.path])
            }
            return outcome?.code == 0
        }
    }
}
