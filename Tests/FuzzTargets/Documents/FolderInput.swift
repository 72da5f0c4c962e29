import Foundation
import HLSValidator
import Synchronization
import HLSRules

/// Folders for `sluice validate`, with files that arbitrary playlists may list. Lines with `--` separate the files.
enum FolderInput {
    private static let names = ["index.m3u8", "video.m3u8", "init.mp4", "1.m4s", "2.m4s", "audio.m3u8", "1.vtt"]
    private static let separator = Array("\n--\n".utf8)
    private static let reader = PlaylistReader()
    private static let count = Mutex(0)

    static func read(_ input: [UInt8]) {
        // Remote resources are not loaded.
        let text = String(decoding: input, as: UTF8.self).lowercased()
        guard !text.contains("http"), !text.contains("{$") else { return }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-fuzz-\(getpid())-\(number)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, content) in zip(names, parts(of: input)) {
                try Data(content).write(to: folder.appending(path: name))
            }
        } catch {
            // A full disk is not an error of the tested code.
            return
        }
        validate(folder)
    }

    private static func parts(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        var (parts, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], input[...])
        while parts.count < names.count - 1, let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }

    private static func validate(_ folder: URL) {
        let isDone = DispatchSemaphore(value: 0)
        Task {
            for profile in ValidationProfile.allCases {
                let run = ValidationRun(subject: folder.path, profile: profile, reader: reader)
                guard let report = try? await run.report() else { continue }
                require(!report.playlists.isEmpty, "a report lists the validated playlists")
            }
            isDone.signal()
        }
        isDone.wait()
    }
}
