package import Foundation
import Synchronization

/// A folder that is removed with its last reference.
package final class TestFolder: Sendable {
    package let root: URL

    package init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: root) }

    package func url(_ name: String) -> URL { root.appending(path: name) }
    package func path(_ name: String) -> String { url(name).path }

    private static let kept = Mutex<[URL]>([])

    /// Removes the folder at process exit, for folders whose last reference is never released.
    package func removeAtExit() {
        Self.kept.withLock { $0.append(root) }
        atexit {
            TestFolder.kept.withLock { folders in
                for folder in folders { try? FileManager.default.removeItem(at: folder) }
            }
        }
    }
}
