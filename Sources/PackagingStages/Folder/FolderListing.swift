import PublicationJournal
import Glibc
import HLS
import SystemFiles

/// The files of an output folder and its direct subfolders. Shows the files and playlists of earlier runs.
struct FolderListing {
    /// The paths of files that the journal does not contain.
    private(set) var unrecorded: Set<String> = []
    /// The contents of playlists, by path.
    private(set) var playlists: [String: [UInt8]] = [:]
    /// The latest modification time among files that the journal does not contain, in milliseconds since 1970; nil if
    /// there are none.
    private(set) var newest: Int64?
    private let folder: Int32
    private let journal: Journal
    private var count = 0
    private var playlistBytes = 0

    /// The maximum number of directory entries to examine. The rest is ignored.
    private static let maximumEntries = 1_000_000
    /// The maximum size of one playlist and of all playlists together, in bytes.
    private static let maximumPlaylistSize = 16 << 20
    private static let maximumTotalPlaylistSize = 64 << 20
    private static let playlistStart = Array("#EXTM3U".utf8)
    private static let mediaSuffixes = [".m4s", ".mp4", ".vtt", ".jpg", ".mpd"]

    /// Lists the folder with this descriptor. Hidden names and symbolic links are ignored.
    init(of folder: Int32, beside journal: Journal) {
        self.folder = folder
        self.journal = journal
        list("", mayDescend: true)
    }

    private mutating func list(_ parent: String, mayDescend: Bool) {
        let descriptor = openat(
            folder, parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(stream) }
        while count < Self.maximumEntries, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            count += 1
            add(parent.isEmpty ? name : "\(parent)/\(name)", mayDescend: mayDescend)
        }
    }

    private mutating func add(_ path: String, mayDescend: Bool) {
        var status = stat()
        guard fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: if mayDescend { list(path, mayDescend: false) }
        case S_IFREG:
            let known = journal.files[path]
            if known == nil {
                unrecorded.insert(path)
                let changed = Int64(status.st_mtim.tv_sec) &* 1000 &+ Int64(status.st_mtim.tv_nsec) / 1_000_000
                newest = max(newest ?? changed, changed)
            }
            // Playlists are recorded without their size.
            if known?.size ?? 0 == 0 { addPlaylist(path, size: Int(status.st_size)) }
        default: break
        }
    }

    private mutating func addPlaylist(_ path: String, size: Int) {
        guard size <= min(Self.maximumPlaylistSize, Self.maximumTotalPlaylistSize - playlistBytes),
            !Self.mediaSuffixes.contains(where: path.hasSuffix),
            let bytes = try? RegularFile.read(
                path, in: folder, flags: O_RDONLY | O_NOFOLLOW, limit: Self.maximumPlaylistSize),
            bytes.starts(with: Self.playlistStart)
        else { return }
        playlistBytes += bytes.count
        playlists[path] = bytes
    }
}
