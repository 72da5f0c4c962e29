import AssetDownloading
import Foundation
import Glibc
import Synchronization

/// The folder of a background session, with one folder per download. One session at a time can use it.
final class SessionFolder: Sendable {
    let url: URL
    /// The descriptor of the lock file; nil after the lock was released. A process that is killed releases it too.
    private let lock: Mutex<Int32?>

    private static let pathExtension = "movpkg"
    private static let maximumLength = 200

    /// Creates the folder if necessary and locks it.
    ///
    /// Throws ``AVError`` if the configuration has no identifier, or another session with the identifier exists.
    init(identifier: String?, in directory: URL) throws(AVError) {
        guard let identifier, !identifier.isEmpty else {
            throw AVError(
                .operationNotAllowed,
                "the session has no identifier; create it with URLSessionConfiguration.background(withIdentifier:)")
        }
        var allowed = CharacterSet(charactersIn: "-_.")
        for range in ["a"..."z", "A"..."Z", "0"..."9"] as [ClosedRange<Unicode.Scalar>] {
            allowed.insert(charactersIn: range)
        }
        let name = identifier.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        guard name.utf8.count <= Self.maximumLength else {
            throw AVError(
                .operationNotAllowed,
                "the session identifier '\(identifier.prefix(40))…' is too long; the limit is \(Self.maximumLength) bytes"
            )
        }
        // A leading full stop would hide the folder or refer outside the directory.
        url = directory.appending(path: name.hasPrefix(".") ? "%2E" + name.dropFirst() : name)
        do {
            let file = try OfflineFolder(path: url.path(percentEncoded: false)).open(".session")
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                close(file)
                throw AVError(
                    .operationNotAllowed,
                    "another session with the identifier '\(identifier)' exists; invalidate it first")
            }
            lock = Mutex(file)
        } catch let error as AVError {
            throw error
        } catch {
            throw AVError(.operationNotAllowed, "the folder of the session cannot be used: \(error)")
        }
    }

    deinit { release() }

    /// Allows another session to use the folder.
    func release() {
        lock.withLock { file in
            if let file { close(file) }
            file = nil
        }
    }

    /// Returns an unused location for a download, with a name that begins with its title.
    func newLocation(title: String) -> URL {
        let plain = title.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? $0 : "_" }
        var name = ""
        for scalar in plain where name.utf8.count < 80 { name.unicodeScalars.append(scalar) }
        let number = String(UInt64.random(in: .min ... .max), radix: 16, uppercase: true)
        return url.appending(path: "\(name.isEmpty ? "Asset" : name)_\(number).\(Self.pathExtension)")
    }

    /// The unfinished tasks in the order of their creation.
    var unfinishedTasks: [(location: URL, record: TaskRecord)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
        return names.filter { $0.hasSuffix(".\(Self.pathExtension)") }
            .map { url.appending(path: $0) }
            .compactMap { location in TaskRecord(in: location).map { (location, $0) } }
            .filter { !$0.1.isEnded }
            .sorted { $0.1.number < $1.1.number }
    }

    /// Returns the location in the form that programs store: relative to the home folder if it is inside it, as in
    /// AVFoundation.
    static func location(_ url: URL) -> URL {
        let home = URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
        let (path, base) = (url.path(percentEncoded: false), home.path(percentEncoded: false))
        guard base.count > 1, path.hasPrefix(base) else { return url }
        return URL(filePath: String(path.dropFirst(base.count)), directoryHint: .isDirectory, relativeTo: home)
    }
}
