import Foundation
import Glibc
import Media
import OnDemand
import StageKit
import SystemFiles
import SystemTime

/// A movie that is served on request: its tables are hostile, and all files of its presentation are requested.
enum MovieInput {
    private static let limits: PresentationLimits = {
        var limits = PresentationLimits()
        (limits.samples, limits.segments, limits.storedBytes) = (20_000, 2_000, 4 << 20)
        limits.time = .seconds(5)
        return limits
    }()

    static func read(_ input: [UInt8]) {
        guard let file = file(input) else { return }
        var options = MoviePresentationOptions()
        options.interval = .seconds(1)
        let slow = try? open(file, options, throughSamples: true)
        guard let movie = try? open(file, options, throughSamples: false) else { return }
        if let slow { require(movie.hasEqualFiles(slow), "tables and samples give the same presentation") }
        for path in movie.paths {
            guard let file = movie[path] else { continue }
            require(file.count >= 0, "a file has a size")
            guard file.count < 1 << 22, let data = movie.bytes(of: file, in: 0..<file.count) else { continue }
            require(data.count == file.count, "\(path) has the size that was planned")
            let half = file.count / 2
            if let part = movie.bytes(of: file, in: half..<file.count) {
                require(part.count == file.count - half, "a range of \(path) has its size")
            }
        }
        require(movie.memorySize < 64 << 20, "the size of a presentation is limited")
    }

    private static func open(
        _ file: MappedFile, _ options: MoviePresentationOptions, throughSamples: Bool
    ) throws -> MoviePresentation {
        try PresentationPlanner.open(
            file, name: "movie", prefix: "v/", options, limits, clock: SystemClock(), throughSamples: throughSamples)
    }

    /// Returns a file without a name.
    private static func file(_ input: [UInt8]) -> MappedFile? {
        let folder = FileManager.default.temporaryDirectory.path
        var path = Array("\(folder)/sluice-movie-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        unlink(path)
        guard input.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == input.count else { return nil }
        return try? MappedFile(path: "/proc/self/fd/\(descriptor)", access: .random)
    }
}
