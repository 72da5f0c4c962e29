import Foundation
import Glibc
package import Media
import MPEGTransport
package import StageKit
package import SystemFiles
import Synchronization

/// A folder with a movie file for each movie in another container, which was converted without encoding when it was
/// first requested.
///
/// The name of a movie file depends on the path, the size and the time of change of its source. Conversions run one after
/// the other.
package final class MovieCache: Sendable {
    /// A conversion to run.
    package struct Conversion: Sendable {
        /// The path of the source, and of the file to create.
        package let source: String
        package let target: String
        /// The name of the movie in messages.
        package let name: String
        /// Whether tracks that are encoded from the source may be missing.
        package let allowsMissing: Bool
        /// The size of the source in bytes.
        package let size: Int
    }

    /// Creates the target of a conversion.
    package typealias Converter = @Sendable (Conversion) async throws(StageError) -> Void

    private struct Request: Sendable {
        let conversion: Conversion
        let completion: @Sendable (StageError?) -> Void
    }

    private let folder: String
    private let limit: Int
    private let requests: AsyncStream<Request>.Continuation
    /// The requests whose files are there, but were not verified yet. They do not wait for conversions.
    private let checks: AsyncStream<Request>.Continuation
    private let files = ConvertedFiles()

    /// The maximum number of conversions that wait.
    private static let queueLength = 256

    /// Keeps at most `limit` bytes in a folder, which is created. Throws `unwritable-output` if that fails.
    package init(folder: String, limit: Int, convert: @escaping Converter) throws(StageError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw StageError(
                .unwritableOutput, "cannot create folder '\(folder)': \(error.localizedDescription)")
        }
        (self.folder, self.limit) = (folder, limit)
        let (stream, continuation) = AsyncStream.makeStream(
            of: Request.self, bufferingPolicy: .bufferingOldest(Self.queueLength))
        requests = continuation
        let (unverified, checks) = AsyncStream.makeStream(
            of: Request.self, bufferingPolicy: .bufferingOldest(Self.queueLength))
        self.checks = checks
        Task { [files] in
            for await request in unverified {
                if files.verify(request.conversion.target) {
                    request.completion(nil)
                } else if case .enqueued = continuation.yield(request) {
                    continue
                } else {
                    request.completion(Self.busy)
                }
            }
        }
        Task { [folder, limit, files] in
            for await request in stream {
                do throws(StageError) {
                    try await Self.run(request.conversion, in: folder, files, convert)
                    Self.trim(folder, to: limit, except: request.conversion.target)
                    request.completion(nil)
                } catch {
                    request.completion(error)
                }
            }
        }
    }

    deinit {
        requests.finish()
        checks.finish()
    }

    private static var busy: StageError {
        StageError(.libraryBusy, "more than \(queueLength) movies wait for their conversion; try again")
    }

    /// The containers that are converted.
    package enum Container: Sendable, Hashable {
        case matroska
        /// MPEG-TS, and what GStreamer demultiplexes.
        case other

        /// The container of a file; nil for MP4 and QuickTime, and for unknown files.
        package init?(_ content: ByteSlice) {
            if case .transportStream = Demultiplexer.kind(of: content) {
                self = .other
                return
            }
            switch ContainerSignature.name(content) {
            case "Matroska", "WebM": self = .matroska
            // Any bytes can look like a frame of MPEG audio.
            case nil, "MPEG audio": return nil
            default: self = .other
            }
        }
    }

    /// `UTIME_NOW` and `UTIME_OMIT`, which the Swift overlay of the C library does not export.
    private static let (now, unchanged) = ((1 << 30) - 1, (1 << 30) - 2)

    /// Returns the path of the movie file of a source, with all tracks or only those that are not encoded from the source.
    package func path(of source: MappedFile, _ state: MovieFolder.FileState, allowsMissing: Bool) -> String {
        let identity = "\(source.absolutePath ?? "") \(state.size) \(state.changed.nanoseconds) \(state.inode)"
        return
            "\(folder)/\(StableDigest(identity).text)\(StableDigest((allowsMissing ? "3 " : "2 ") + identity).text).mp4"
    }

    /// Opens the movie file of a source; nil before its conversion, and before it was verified.
    func open(_ path: String) -> (file: MappedFile, state: MovieFolder.FileState)? {
        guard let file = try? MappedFile(path: path, access: .random),
            let state = MovieFolder.state(ofDescriptor: file.descriptor), files.isVerified(path, in: state)
        else { return nil }
        // The files that were used most recently are kept: sets the time of access alone.
        var times = [timespec(tv_sec: 0, tv_nsec: Self.now), timespec(tv_sec: 0, tv_nsec: Self.unchanged)]
        utimensat(AT_FDCWD, path, &times, 0)
        return (file, state)
    }

    /// Removes a damaged movie file, so that its source is converted again. Returns false if the file is not in the folder.
    func remove(_ file: MappedFile) -> Bool {
        guard let path = file.absolutePath, let folder = AbsolutePath.resolving(folder), path.hasPrefix(folder + "/")
        else { return false }
        return ConvertedFiles.remove(path)
    }

    /// Converts a source, unless its movie file is there and has the content of a conversion. `completion` is called on another thread. Throws `limit-reached` if the source exceeds the limit
    /// of the folder, or too many conversions wait.
    func convert(
        _ conversion: Conversion, completion: @escaping @Sendable (StageError?) -> Void
    ) throws(StageError) {
        guard conversion.size <= limit else {
            throw StageError(
                .limitReached,
                "'\(conversion.name)' is larger than the cache of \(limit >> 20) MiB; set a larger one (--cache-size)")
        }
        let queue = access(conversion.target, F_OK) == 0 ? checks : requests
        guard case .enqueued = queue.yield(Request(conversion: conversion, completion: completion)) else {
            throw Self.busy
        }
    }

    /// Returns a stored poster; nil without one.
    func poster(_ name: String) -> ByteRope? {
        (try? RegularFile.read("\(folder)/\(name).jpg", limit: PosterMaker.imageLimit)).map { ByteRope($0) }
    }

    /// Stores a poster. A failure is ignored: the poster is made again.
    func store(_ poster: ByteRope, poster name: String) {
        let path = "\(folder)/\(name).jpg"
        guard (try? RegularFile.write(poster.bytes, to: path + ".part")) != nil else { return }
        rename(path + ".part", path)
        Self.trim(folder, to: limit, except: path)
    }

    /// Runs a conversion. If the disk is full, movies as large as the source are removed from the folder for another attempt.
    private static func run(
        _ conversion: Conversion, in folder: String, _ files: ConvertedFiles, _ convert: Converter
    ) async throws(StageError) {
        do throws(StageError) {
            try await run(conversion, files, convert)
        } catch {
            guard error.code == .cacheFull, removeOldest(of: folder, bytes: conversion.size) else { throw error }
            try await run(conversion, files, convert)
        }
    }

    private static func run(
        _ conversion: Conversion, _ files: ConvertedFiles, _ convert: Converter
    ) async throws(StageError) {
        // Several presentations can contain the same movie.
        if files.verify(conversion.target) { return }
        let part = conversion.target + ".part"
        unlink(part)
        defer { unlink(part) }
        let copy = Conversion(
            source: conversion.source, target: part, name: conversion.name,
            allowsMissing: conversion.allowsMissing, size: conversion.size)
        try await convert(copy)
        try files.publish(part, at: conversion.target)
    }

    private typealias File = (path: String, size: Int, used: Int64)

    /// Returns the files, of which the first was not used for the longest time.
    private static func files(in folder: String) -> [File] {
        var files: [File] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasSuffix(".mp4") || name.hasSuffix(".jpg") {
            var status = stat()
            let path = "\(folder)/\(name)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let used = Int64(status.st_atim.tv_sec) * 1_000_000_000 + Int64(status.st_atim.tv_nsec)
            files.append((path, Int(status.st_size), used))
        }
        return files.sorted { ($0.used, $0.path) < ($1.used, $1.path) }
    }

    /// Removes the files that were not used for the longest time, at least this many bytes. Returns false if there are none.
    private static func removeOldest(of folder: String, bytes: Int) -> Bool {
        var removed = 0
        for file in files(in: folder) where removed < bytes && ConvertedFiles.remove(file.path) { removed += file.size }
        return removed > 0
    }

    /// Removes the files that were not used for the longest time.
    private static func trim(_ folder: String, to limit: Int, except newest: String) {
        let files = files(in: folder)
        var size = files.reduce(0) { $0 + $1.size }
        for file in files where file.path != newest {
            guard size > limit else { return }
            _ = ConvertedFiles.remove(file.path)
            size -= file.size
        }
    }
}
