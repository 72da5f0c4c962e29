import Foundation
import Media
package import StageKit
import SystemFiles

/// Uploads published resources to an HTTP server that accepts PUT and DELETE, or to an S3 store.
///
/// Queued files wait in memory and then on disk, so that a failing store never blocks the pipeline.
package struct PushToStore: Sink {
    package struct Options: StageOptions {
        var url = ""
        var connections = 4
        var headers: [Secret] = []
        var bearer = Secret()
        var basic = Secret()
        var s3: S3Credentials?
        var ca = ""
        var memory = ByteCount(64 << 20)
        var spill = "/var/tmp"
        var disk = ByteCount(1 << 30)
        var blocking = false
        var chunked = true
        var drain = MediaTime.seconds(30)

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required(
                    "url", \.url, "Where files go, such as https://store.example.org/live/; paths are put behind it."),
                .option("connections", \.connections, in: 1...64, "How many files are sent at a time."),
                .option(
                    "headers", \.headers, "Fields that go with every request, each as Name: value; for each file, too."),
                .option("bearer", \.bearer, "Sent as Authorization: Bearer."),
                .option("basic", \.basic, "A name and a password as NAME:PASSWORD, sent as Authorization: Basic."),
                .option("s3", \.s3, "Signs requests as S3 stores want it, with AWS Signature Version 4."),
                .option(
                    "ca", \.ca,
                    "A file of PEM with those who may sign the store's certificate, in place of the system's."),
                .option(
                    "memory", \.memory, in: ByteCount(1 << 20)...ByteCount(1 << 40),
                    "What waiting files may take of memory; more goes to the disk."),
                .option("spill", \.spill, "The folder for what memory has no room for; its files have no names."),
                .option(
                    "disk", \.disk, in: ByteCount(0)...ByteCount(1 << 50),
                    "What waiting files may take of the disk; then the oldest segments are given up and listed as gaps."
                ),
                .option(
                    "blocking", \.blocking,
                    "Whether the store holds requests for what is still to come; otherwise playlists do not promise it."
                ),
                .option(
                    "chunked", \.chunked,
                    "Whether a file that grows is sent while it does, in chunks; otherwise, and to S3, when it is whole."
                ),
                .option(
                    "drain", \.drain, in: .zero ... .seconds(86_400),
                    "How long files are still sent when all sources have ended."),
            ]
        }
    }

    package static let kind = "http.push"
    package static let abstract = "Stores segments and playlists with any HTTP or S3 store, by PUT and DELETE."

    private let options: Options
    private let store: RemoteStore

    package init(options: Options) throws {
        self.options = options
        var store = RemoteStore(baseURL: try StoreURL(options.url))
        for (index, field) in options.headers.enumerated() where !Self.isField(field.value) {
            throw StageError(.invalidOptions, "headers: the one at place \(index + 1) has not the form 'Name: value'")
        }
        store.fields = options.headers.map(\.value)
        let ways = [!options.bearer.isEmpty, !options.basic.isEmpty, options.s3 != nil].count { $0 }
        guard ways <= 1 else {
            throw StageError(.invalidOptions, "bearer, basic and s3 exclude each other")
        }
        for (key, secret) in [("bearer", options.bearer), ("basic", options.basic)]
        where secret.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw StageError(.invalidOptions, "\(key): it has a character that a header field cannot have")
        }
        if !options.bearer.isEmpty { store.authorization = Secret("Bearer \(options.bearer.value)") }
        if !options.basic.isEmpty {
            guard options.basic.value.contains(":") else {
                throw StageError(.invalidOptions, "basic: it has not the form NAME:PASSWORD")
            }
            store.authorization = Self.basicAuthorization(options.basic)
        }
        store.s3 = options.s3
        store.authorities = options.ca.isEmpty ? nil : options.ca
        self.store = store
    }

    package func run(input: any Inlet<Resource>, context: StageContext) async throws {
        var store = store
        store.s3 = try options.s3?.completed(from: S3Credentials.environment)
        if let file = store.authorities {
            do throws(RegularFile.Failure) {
                _ = try RegularFile.read(file, limit: 16 << 20)
            } catch {
                throw StageError(.invalidOptions, "ca: '\(file)' cannot be read: \(error)")
            }
        }
        var limits = PushQueue.Limits()
        (limits.memory, limits.disk) = (options.memory.bytes, options.disk.bytes)
        (limits.connections, limits.canBlock) = (options.connections, options.blocking)
        limits.acceptsChunked = options.chunked && options.s3 == nil
        let queue = PushQueue(limits: limits, spill: SpillFolder(path: options.spill))
        let report = PushReporter(store: store.baseURL.name, context)
        let pusher = Pusher(store, queue: queue, report, clock: context.clock)
        do {
            while let messages = try await input.receive() {
                pusher.enqueue(messages.compactMap { if case .payload(let resource) = $0 { resource } else { nil } })
            }
        } catch {
            pusher.abort()
            throw error
        }
        await pusher.drain(within: options.drain)
    }

    /// Returns the value of the Authorization field for a `NAME:PASSWORD` pair (RFC 7617 2).
    static func basicAuthorization(_ secret: Secret) -> Secret {
        Secret("Basic \(Data(secret.value.utf8).base64EncodedString())")
    }

    private static func isField(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return false }
        let name = text[..<colon].utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return name && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
