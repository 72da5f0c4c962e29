import Dispatch
import Glibc
import Synchronization

/// Notifies of changes to files in folders, by inotify.
final class FolderWatcher: Sendable {
    /// Files that are created, written, renamed or removed, and folders that are removed.
    private static let changes = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    private let descriptor: Int32
    // Safe because the source is only created in `init` and cancelled in `deinit`, and is thread-safe itself.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    /// The watched folders and the identifiers of their watches.
    private let watches = Mutex<[String: Int32]>([:])

    /// Starts watching; returns nil if the system has no more inotify instances. `onChange` is called with the name of
    /// each changed file; empty if unknown.
    init?(_ onChange: @escaping @Sendable (String) -> Void) {
        let file = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        guard file >= 0 else { return nil }
        descriptor = file
        source = DispatchSource.makeReadSource(
            fileDescriptor: file, queue: DispatchQueue(label: "sluice.folders"))
        source.setEventHandler { Self.read(file, onChange) }
        source.setCancelHandler { close(file) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Watches exactly these folders. Returns the folders that cannot be watched.
    func watch(_ folders: Set<String>) -> [String] {
        watches.withLock { watches in
            for (folder, watch) in watches where !folders.contains(folder) {
                inotify_rm_watch(descriptor, watch)
                watches[folder] = nil
            }
            // A folder that was replaced has a new inode, so that it is watched again.
            for folder in folders { watches[folder] = inotify_add_watch(descriptor, folder, Self.changes) }
            let failed = watches.filter { $0.value < 0 }.map(\.key).sorted()
            for folder in failed { watches[folder] = nil }
            return failed
        }
    }

    /// Reads the pending events. Each consists of watch, mask, cookie and length as 32-bit numbers, and a name.
    private static func read(_ file: Int32, _ onChange: (String) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(file, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + 16 <= count {
                    let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    let end = min(offset + 16 + length, count)
                    let name = buffer[(offset + 16)..<end].prefix { $0 != 0 }
                    onChange(String(decoding: name, as: UTF8.self))
                    offset = end
                }
            }
        }
    }
}
