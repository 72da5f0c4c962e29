import Foundation
import Media
package import StageKit
import SystemFiles

/// Uploads published resources to an HTTP server that accepts PUT and DELETE, or to an S3 store.
///
/// Queued files wait in memory and then on disk, so that a failing store never blocks the pipeline.
package struct PushToStore: Sink, DestinationDeclaring {
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
                    "url", \.url, "Base URL of the store, such as https://store.example.org/live/."),
                .option("connections", \.connections, in: 1...64, "Maximum number of concurrent uploads."),
                .option(
                    "headers", \.headers, "Header fields sent with every request, each as Name: value."),
                .option("bearer", \.bearer, "Bearer token, sent in Authorization."),
                .option("basic", \.basic, "User name and password as NAME:PASSWORD, sent in Authorization: Basic."),
                .option("s3", \.s3, "S3 credentials; requests are signed with AWS Signature Version 4."),
                .option(
                    "ca", \.ca,
                    "PEM file with trusted certificate authorities; replaces the system's."),
                .option(
                    "memory", \.memory, in: ByteCount(1 << 20)...ByteCount(1 << 40),
                    "Memory limit of the upload queue; files beyond it are queued on disk."),
                .option("spill", \.spill, "Folder for queued files beyond the memory limit; its files are unlinked."),
                .option(
                    "disk", \.disk, in: ByteCount(0)...ByteCount(1 << 50),
                    "Disk limit of the upload queue. Beyond it, the oldest segments are dropped and listed as gaps."
                ),
                .option(
                    "blocking", \.blocking,
                    "Whether the store holds blocking playlist requests. If not, playlists do not offer them."
                ),
                .option(
                    "chunked", \.chunked,
                    "Uploads growing files in chunks. If false, and always for S3, files are uploaded when complete."
                ),
                .option(
                    "drain", \.drain, in: .zero ... .seconds(86_400),
                    "Maximum time for remaining uploads after all sources have ended."),
            ]
        }
    }

    package static let kind = "http.push"
    package static let abstract = "Uploads segments and playlists to an HTTP or S3 store by PUT and DELETE."

    /// True, so that `run` reports that it stores no records before the first payload.
    package static var startsBeforeSources: Bool { true }

    private let options: Options
    private let store: RemoteStore
    package var destination: String { store.baseURL.origin + store.baseURL.path }

    package init(options: Options) throws {
        self.options = options
        var store = RemoteStore(baseURL: try StoreURL(options.url))
        for (index, field) in options.headers.enumerated() where !Self.isField(field.value) {
            throw StageError(.invalidOptions, "headers: field \(index + 1) does not have the form 'Name: value'")
        }
        store.fields = options.headers.map(\.value)
        let ways = [!options.bearer.isEmpty, !options.basic.isEmpty, options.s3 != nil].count { $0 }
        guard ways <= 1 else {
            throw StageError(.invalidOptions, "bearer, basic and s3 are mutually exclusive")
        }
        for (key, secret) in [("bearer", options.bearer), ("basic", options.basic)]
        where secret.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw StageError(.invalidOptions, "\(key): contains a character that is not allowed in a header field")
        }
        if !options.bearer.isEmpty { store.authorization = Secret("Bearer \(options.bearer.value)") }
        if !options.basic.isEmpty {
            guard options.basic.value.contains(":") else {
                throw StageError(.invalidOptions, "basic: does not have the form NAME:PASSWORD")
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
                throw StageError(.invalidOptions, "ca: cannot read '\(file)': \(error)")
            }
        }
        var limits = PushQueue.Limits()
        (limits.memory, limits.disk) = (options.memory.bytes, options.disk.bytes)
        (limits.connections, limits.canBlock) = (options.connections, options.blocking)
        limits.acceptsChunked = options.chunked && options.s3 == nil
        let queue = PushQueue(limits: limits, spill: SpillFolder(path: options.spill))
        let report = PushReporter(store: store.baseURL.name, context)
        let pusher = Pusher(store, queue: queue, report, clock: context.clock)
        input.request(.resume(.withoutRecords))
        var gate = RecordGate()
        do {
            while let messages = try await input.receive() {
                let resources = messages.compactMap { if case .payload(let resource) = $0 { resource } else { nil } }
                for resource in resources {
                    if let failure = gate.admit(resource) { context.reportUnrecorded(failure) }
                }
                pusher.enqueue(resources)
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
