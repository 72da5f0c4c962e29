import Foundation
import Glibc

extension OfflineFolder {
    /// Whether a file or folder with this name exists; symbolic links count as files.
    func contains(_ name: String) -> Bool { status(of: name) != nil }

    /// Whether the file is large enough for a journal entry.
    func containsBytes(of entry: DownloadJournal.Entry) -> Bool {
        guard let status = status(of: entry.place.path), status.st_mode & S_IFMT == S_IFREG else { return false }
        let (end, isTooFar) = entry.place.offset.addingReportingOverflow(entry.count)
        return !isTooFar && status.st_size >= end
    }

    /// The total size of all files except state files and playlists.
    var mediaByteCount: Int {
        let names = FileManager.default.enumerator(atPath: path)?.lazy.compactMap { $0 as? String }
        return names?.reduce(0) { sum, name in
            guard !name.hasPrefix(Self.stateFolder), !name.hasSuffix(".m3u8"), let status = status(of: name),
                status.st_mode & S_IFMT == S_IFREG
            else { return sum }
            return sum + Int(status.st_size)
        } ?? 0
    }

    /// Returns the names of the folders in it, without symbolic links.
    func subfolders() throws(AssetDownloadError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw AssetDownloadError(.disk, "'\(path)' cannot be read")
        }
        return names.sorted().filter { status(of: $0).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }
    }

    private func status(of name: String) -> stat? {
        var status = stat()
        guard !name.utf8.contains(0), lstat("\(path)/\(name)", &status) == 0 else { return nil }
        return status
    }
}
