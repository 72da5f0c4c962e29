import Foundation
import Glibc

/// The encoded portions of all movies in a cache folder.
enum EncodedFiles {
    /// Marks a portion as used now.
    static func markUsed(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    private typealias Portion = (path: String, size: Int, used: Int64)

    /// Returns the portions, of which the first was not used for the longest time.
    private static func portions(in folder: String) -> [Portion] {
        var portions: [Portion] = []
        for movie in names(folder) {
            for job in names("\(folder)/\(movie)") {
                let tasks = "\(folder)/\(movie)/\(job)/.job/tasks"
                for task in names(tasks) {
                    let path = "\(tasks)/\(task)"
                    var status = stat()
                    guard lstat(path, &status) == 0 else { continue }
                    let used = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
                    portions.append((path, size(path), used))
                }
            }
        }
        return portions.sorted { ($0.used, $0.path) < ($1.used, $1.path) }
    }

    /// Removes a quarter of the portions that were not used for the longest time. Returns false if there are none.
    static func removeQuarter(of folder: String) -> Bool {
        let before = portions(in: folder)
        trim(folder, to: before.reduce(0) { $0 + $1.size } / 4 * 3)
        return portions(in: folder).count < before.count
    }

    /// Removes the portions that were not used for the longest time, until the others are within `limit` bytes.
    static func trim(_ folder: String, to limit: Int) {
        let portions = portions(in: folder)
        var size = portions.reduce(0) { $0 + $1.size }
        for portion in portions.dropLast() {
            guard size > limit else { return }
            // The report first: a portion without one is encoded again.
            unlink("\(portion.path)/report.json")
            try? FileManager.default.removeItem(atPath: portion.path)
            size -= portion.size
        }
    }

    private static func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func size(_ folder: String) -> Int {
        var total = 0
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
            var status = stat()
            if lstat("\(folder)/\(name)", &status) == 0 { total += Int(status.st_size) }
        }
        return total
    }
}
