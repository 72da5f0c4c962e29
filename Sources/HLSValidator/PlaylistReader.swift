package import HTTPClient
package import Foundation
import Glibc
import HLS
import SystemFiles
import HLSRules

/// Reads whole playlists from files and from the web, within limits.
///
/// What a page on the web names is on the web too, and not nearer to this machine than the page itself; a file may name
/// anything.
package struct PlaylistReader: Sendable {
    /// What was read.
    package struct Document: Sendable {
        package var bytes: [UInt8]
        /// Where it was in the end; what it names is relative to this.
        package var url: URL
    }

    /// The most bytes of one playlist.
    static let size = ScannedPlaylist.Limits().size

    private(set) var engine: FetchEngine
    /// What is known of the hosts, by all that read with copies of this.
    let hosts = HostAvailability()
    let settings: FetchSettings
    /// Header fields, and the server that gets them: the one that was named, and none that a playlist names.
    let fields: [String]
    private let fieldsOrigin: String?

    package init(fields: [String] = [], for subject: String = "", table: AddressTable = AddressTable()) {
        var settings = FetchSettings()
        // Somebody waits for the answer.
        settings.policy.attempts = 2
        settings.table = table
        self.settings = settings
        self.fields = fields
        fieldsOrigin = WebAddress(subject)?.origin
        engine = Self.newEngine()
    }

    private static func newEngine() -> FetchEngine { FetchEngine(connectionsPerHost: 4, connections: 8) }

    /// The same with connections of its own, none of which a server holds back.
    var apart: PlaylistReader {
        var reader = self
        reader.engine = Self.newEngine()
        return reader
    }

    /// Reads what somebody named.
    package func read(_ url: URL) async throws(TransferError) -> (document: Document, reach: AddressScope?) {
        guard !url.isFileURL else { return (try Self.file(url, .filesAndOpenDescriptors), nil) }
        let (document, scope) = try await web(url, reach: nil)
        return (document, scope)
    }

    /// Reads what a playlist at `base` names; `reach` is where that playlist was from.
    package func read(
        _ reference: String, from base: URL, reach: AddressScope?
    ) async throws(TransferError) -> Document {
        guard let url = URL(string: reference, relativeTo: base)?.absoluteURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is not a reference to anything")
        }
        guard url.isFileURL else { return try await web(url, reach: reach).document }
        guard base.isFileURL else {
            throw TransferError(.refused, "'\(reference.prefix(200))' is a file, and a page on the web names it")
        }
        guard access(url.path(percentEncoded: false), F_OK) == 0 || errno != ENOENT else {
            throw TransferError.absent("there is no file '\(reference.prefix(200))'")
        }
        guard Self.size(ofFile: url) ?? 0 > 0 else {
            throw TransferError(.disk, "'\(reference.prefix(200))' is no file, or empty")
        }
        return try Self.file(url)
    }

    /// The size of a file in bytes; nil for pipes and devices too, which could be read for ever.
    static func size(ofFile url: URL) -> Int? {
        var status = stat()
        guard stat(url.path(percentEncoded: false), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    private func web(
        _ url: URL, reach: AddressScope?
    ) async throws(TransferError) -> (document: Document, scope: AddressScope) {
        let rules = FetchRules(
            reach: reach, table: settings.table, fields: fields, fieldsOrigin: fieldsOrigin)
        let (bytes, outcome) = try await answer(of: url, rules) { fetch async throws(TransferError) in
            try await fetch.load(url.absoluteString, limit: Self.size, isText: true)
        }
        return (Document(bytes: bytes, url: URL(string: outcome.url) ?? url), outcome.scope)
    }

    /// Reads media that a playlist on the web names.
    func bytes(
        _ url: URL, _ range: ByteRange?, reach: AddressScope?, limit: Int
    ) async throws(TransferError) -> [UInt8] {
        let rules = FetchRules(
            reach: reach, table: settings.table, fields: fields, fieldsOrigin: fieldsOrigin)
        return try await answer(of: url, rules) { fetch async throws(TransferError) in
            let range = range.map { $0.offset..<max($0.offset, $0.end) }
            return try await fetch.load(url.absoluteString, limit: limit, range: range).bytes
        }
    }

    /// The answer to a request, which is not sent where the host is silent.
    private func answer<Answer: Sendable>(
        of url: URL, _ rules: FetchRules, _ load: (ResourceLoader) async throws(TransferError) -> Answer
    ) async throws(TransferError) -> Answer {
        let host = url.host() ?? ""
        guard !hosts.isSilent(host) else { throw HostAvailability.silence(of: host) }
        do throws(TransferError) {
            let answer = try await attempts(isKnown: hosts.hasAnswered(host), rules, load)
            hosts.answered(host)
            return answer
        } catch {
            hosts.failed(host, error)
            throw error
        }
    }

    /// The answer after as many attempts as the settings allow; a host that never answered is not waited for twice.
    private func attempts<Answer: Sendable>(
        isKnown: Bool, _ rules: FetchRules, _ load: (ResourceLoader) async throws(TransferError) -> Answer
    ) async throws(TransferError) -> Answer {
        let fetch = ResourceLoader(engine: engine, settings: settings, rules: rules)
        guard !isKnown else { return try await load(fetch) }
        var single = settings
        single.policy.attempts = 1
        do throws(TransferError) {
            return try await load(ResourceLoader(engine: engine, settings: single, rules: rules))
        } catch {
            guard error.isPassing, error.kind != .timedOut, settings.policy.attempts > 1 else { throw error }
            return try await load(fetch)
        }
    }

    private static func file(
        _ url: URL, _ scope: RegularFile.Scope = .files
    ) throws(TransferError) -> Document {
        let path = url.path(percentEncoded: false)
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, limit: size, scope: scope)
        } catch {
            if error == .tooLarge(limit: size) {
                throw TransferError(.tooLarge, "'\(path)' has more than \(size) bytes")
            }
            throw TransferError(.disk, "'\(path)' cannot be read: \(error)")
        }
        guard !bytes.isEmpty else { throw TransferError(.disk, "'\(path)' is empty") }
        return Document(bytes: bytes, url: url)
    }
}
