package import HTTPClient
package import Foundation
import Glibc
import HLS
import SystemFiles
import HLSRules

/// Reads complete playlists from files and over HTTP, within limits.
///
/// Resources that a remote playlist references must be remote and must not be in a narrower network scope than the
/// playlist; a local playlist may reference anything.
package struct PlaylistReader: Sendable {
    /// A playlist that was read.
    package struct Document: Sendable {
        package var bytes: [UInt8]
        /// The final URL, against which references are resolved.
        package var url: URL
    }

    /// The maximum size of a playlist in bytes.
    static let maximumSize = ScannedPlaylist.Limits().size

    private(set) var engine: FetchEngine
    /// The availability of hosts, shared by all copies of this reader.
    let hosts = HostAvailability()
    let settings: FetchSettings
    /// Header fields for the server of the given URL; servers that a playlist references do not receive them.
    let fields: [String]
    private let fieldsOrigin: String?

    package init(fields: [String] = [], for subject: String = "", table: AddressTable = AddressTable()) {
        var settings = FetchSettings()
        // A user waits for the result.
        settings.policy.attempts = 2
        settings.table = table
        self.settings = settings
        self.fields = fields
        fieldsOrigin = WebURL(subject)?.origin
        engine = Self.newEngine()
    }

    private static func newEngine() -> FetchEngine { FetchEngine(connectionsPerHost: 4, connections: 8) }

    /// A copy with separate connections, which blocking requests do not occupy.
    var withSeparateConnections: PlaylistReader {
        var reader = self
        reader.engine = Self.newEngine()
        return reader
    }

    /// Reads a playlist given by the user.
    package func read(_ url: URL) async throws(TransferError) -> (document: Document, reach: AddressScope?) {
        guard !url.isFileURL else { return (try Self.readFile(url, .filesAndOpenDescriptors), nil) }
        let (document, scope) = try await readFromWeb(url, reach: nil)
        return (document, scope)
    }

    /// Reads a resource referenced by a playlist at `base`, which is in the scope `reach`.
    package func read(
        _ reference: String, from base: URL, reach: AddressScope?
    ) async throws(TransferError) -> Document {
        guard let url = URL(string: reference, relativeTo: base)?.absoluteURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is not a valid URI reference")
        }
        guard url.isFileURL else { return try await readFromWeb(url, reach: reach).document }
        guard base.isFileURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is a file, but the playlist is remote")
        }
        guard access(url.path(percentEncoded: false), F_OK) == 0 || errno != ENOENT else {
            throw TransferError.absent("'\(reference.prefix(200))' does not exist")
        }
        guard Self.size(ofFile: url) ?? 0 > 0 else {
            throw TransferError(.disk, "'\(reference.prefix(200))' is empty or not a regular file")
        }
        return try Self.readFile(url)
    }

    /// Returns the size of a regular file in bytes; nil for pipes and devices, which may be endless.
    static func size(ofFile url: URL) -> Int? {
        var status = stat()
        guard stat(url.path(percentEncoded: false), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    private func readFromWeb(
        _ url: URL, reach: AddressScope?
    ) async throws(TransferError) -> (document: Document, scope: AddressScope) {
        let rules = FetchRules(
            reach: reach, table: settings.table, fields: fields, fieldsOrigin: fieldsOrigin)
        let (bytes, outcome) = try await loadIfResponsive(from: url, rules) { fetch async throws(TransferError) in
            try await fetch.load(url.absoluteString, limit: Self.maximumSize, isText: true)
        }
        return (Document(bytes: bytes, url: URL(string: outcome.url) ?? url), outcome.scope)
    }

    /// Reads media that a remote playlist references.
    func bytes(
        _ url: URL, _ range: ByteRange?, reach: AddressScope?, limit: Int
    ) async throws(TransferError) -> [UInt8] {
        let rules = FetchRules(
            reach: reach, table: settings.table, fields: fields, fieldsOrigin: fieldsOrigin)
        return try await loadIfResponsive(from: url, rules) { fetch async throws(TransferError) in
            let range = range.map { $0.offset..<max($0.offset, $0.end) }
            return try await fetch.load(url.absoluteString, limit: limit, range: range).bytes
        }
    }

    /// Sends a request unless the host is unresponsive.
    private func loadIfResponsive<Answer: Sendable>(
        from url: URL, _ rules: FetchRules, _ load: (ResourceLoader) async throws(TransferError) -> Answer
    ) async throws(TransferError) -> Answer {
        let host = url.host() ?? ""
        guard !hosts.isUnresponsive(host) else { throw HostAvailability.unresponsiveError(of: host) }
        do throws(TransferError) {
            let answer = try await loadWithRetries(isKnown: hosts.hasAnswered(host), rules, load)
            hosts.recordAnswer(host)
            return answer
        } catch {
            hosts.recordFailure(host, error)
            throw error
        }
    }

    /// Sends a request with the configured number of attempts; a host that has never responded is not awaited twice.
    private func loadWithRetries<Answer: Sendable>(
        isKnown: Bool, _ rules: FetchRules, _ load: (ResourceLoader) async throws(TransferError) -> Answer
    ) async throws(TransferError) -> Answer {
        let fetch = ResourceLoader(engine: engine, settings: settings, rules: rules)
        guard !isKnown else { return try await load(fetch) }
        var single = settings
        single.policy.attempts = 1
        do throws(TransferError) {
            return try await load(ResourceLoader(engine: engine, settings: single, rules: rules))
        } catch {
            guard error.isTransient, error.kind != .timedOut, settings.policy.attempts > 1 else { throw error }
            return try await load(fetch)
        }
    }

    private static func readFile(
        _ url: URL, _ scope: RegularFile.Scope = .files
    ) throws(TransferError) -> Document {
        let path = url.path(percentEncoded: false)
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, limit: maximumSize, scope: scope)
        } catch {
            if error == .tooLarge(limit: maximumSize) {
                throw TransferError(.tooLarge, "'\(path)' exceeds the limit of \(maximumSize) bytes")
            }
            throw TransferError(.disk, "'\(path)' cannot be read: \(error)")
        }
        guard !bytes.isEmpty else { throw TransferError(.disk, "'\(path)' is empty") }
        return Document(bytes: bytes, url: url)
    }
}
