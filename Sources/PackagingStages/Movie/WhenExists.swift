import Packaging
import Glibc
import StageKit

/// The policy for an existing recording of an earlier run.
enum WhenExists: String, Sendable, CaseIterable, OptionValue {
    /// Keep it, and add a number to the name of the new one.
    case number
    /// Replace it.
    case replace
    /// Keep it, and fail the run.
    case fail

    private static let maximumNumber = 100_000

    /// Returns the path to record to, and its number if it differs from `path` because that exists.
    func choose(_ path: String) throws(PackagingError) -> (path: String, number: Int?) {
        guard self != .replace, isRecording(path) else { return (path, nil) }
        guard self == .number else {
            throw PackagingError(
                .unwritableOutput,
                "'\(path)' exists; move it away, or set when-exists: number or replace")
        }
        for number in 2...Self.maximumNumber {
            let other = Self.numbered(path, number)
            if access(other, F_OK) != 0 { return (other, number) }
        }
        throw PackagingError(.unwritableOutput, "'\(path)' and \(Self.maximumNumber) more exist; move them away")
    }

    /// Whether a regular file exists. Other files are handled when they are opened.
    private func isRecording(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns `folder/name-2.mp4` for `folder/name.mp4`.
    static func numbered(_ path: String, _ number: Int) -> String {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
