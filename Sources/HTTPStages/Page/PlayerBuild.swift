import Glibc
import Media
import StageKit
import SystemFiles

/// The build of hls.js for player pages: a file that an option names, or the first one in the folders of installations.
struct PlayerBuild {
    /// The value of the option `player` that searches the folders.
    static let automatic = "auto"
    /// The name of the file in each folder.
    private static let fileName = "hls.mjs"
    /// The maximum size of a build, in bytes.
    private static let limit = 16 << 20

    private let folders: [String]

    init(folders: [String] = Self.standardFolders) { self.folders = folders }

    /// Returns the content of the build; nil without one. Throws `unreadable-input` if a named file cannot be read.
    func content(_ option: String) throws(StageError) -> ByteSlice? {
        if option.isEmpty { return nil }
        if option == Self.automatic {
            return folders.lazy.compactMap { read("\($0)/\(Self.fileName)") }.first
        }
        guard let content = read(option) else {
            throw StageError(
                .unreadableInput, "player: cannot read '\(option)'; use a build of hls.js of at most 16 MiB")
        }
        return content
    }

    private func read(_ path: String) -> ByteSlice? {
        (try? RegularFile.read(path, limit: Self.limit)).map { ByteSlice(copying: $0) }
    }

    /// The folder of shared files next to the program's folder, and the cache that `Scripts/fetch-hls-js` fills.
    static var standardFolders: [String] {
        var folders: [String] = []
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        if count > 0 {
            let program = String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            // PREFIX/bin/sluice: PREFIX/share/sluice.
            let prefix = program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            folders.append("\(prefix)/share/sluice")
        }
        let home = variable("HOME").map { "\($0)/.cache" }
        if let cache = variable("XDG_CACHE_HOME") ?? home { folders.append("\(cache)/sluice") }
        return folders
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
