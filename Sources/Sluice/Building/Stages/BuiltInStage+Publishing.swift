// Generated from the reference of stages by Scripts/generate-stages; do not edit.
public import Media
public import StageKit

extension BuiltInStage {
    /// Values of the option `sync` of `file.folder`.
    public enum FileFolderSync: String, CaseIterable, OptionValue {
        case none
        case journal
        case segment
    }

    /// Values of the option `when-disk-low` of `file.folder`.
    public enum FileFolderWhenDiskLow: String, CaseIterable, OptionValue {
        case shrink
        case fail
    }

    /// `file.folder`: Writes segments and playlists into a folder, publishing each file by rename.
    ///
    /// - Parameters:
    ///   - path: Output folder; created if it does not exist.
    ///   - journal: Whether a hidden journal in the folder records its contents, so that a later run can continue it.
    ///   - sync: Data written to the disk before a playlist refers to it; with none, numbers are skipped after a power
    ///     failure.
    ///   - diskQuota: Maximum size of all files; half of it is reserved for files that players may still request.
    ///     Range: 1MiB to 1048576GiB.
    ///   - diskReserve: Free space to leave on the file system, so that playlists can still be written; by default 2 %
    ///     of it, at most 64 MiB. 0B disables the check. Range: 0B to 1048576GiB.
    ///   - whenDiskLow: Policy when the reserve or the quota is used up: shorten live playlists, to at least three
    ///     target durations, and then leave out segments until there is space; or end the run.
    public static func fileFolder(
        path: String,
        journal: Bool? = nil,
        sync: FileFolderSync? = nil,
        diskQuota: ByteCount? = nil,
        diskReserve: ByteCount? = nil,
        whenDiskLow: FileFolderWhenDiskLow? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "file.folder")
        stage.set("path", path)
        stage.set("journal", journal)
        stage.set("sync", sync)
        stage.set("disk-quota", diskQuota)
        stage.set("disk-reserve", diskReserve)
        stage.set("when-disk-low", whenDiskLow)
        return stage
    }

    /// Values of the option `when-exists` of `file.movie`.
    public enum FileMovieWhenExists: String, CaseIterable, OptionValue {
        case number
        case replace
        case fail
    }

    /// Values of the option `type` of `file.movie`.
    public enum FileMovieType: String, CaseIterable, OptionValue {
        case mp4
        case mov
        case m4v
        case m4a
    }

    /// `file.movie`: Records coded tracks in an MP4 or QuickTime movie that survives crashes.
    ///
    /// - Parameters:
    ///   - path: Movie file, created at the first sample.
    ///   - whenExists: Policy for an existing recording: add a number to the new name, replace it, or fail.
    ///   - type: Movie file type; by default from the file name, else mp4.
    ///   - fragmentInterval: Interval between fragments, the maximum loss after a crash; 0s writes no fragments, so
    ///     that a crash loses all. Range: 0s to 3600s.
    ///   - text: Whether to record WebVTT subtitles, which MP4 contains and QuickTime movies do not.
    ///   - optimizeForNetworkUse: Whether to rewrite the file at the end with the movie box before the media.
    public static func fileMovie(
        path: String,
        whenExists: FileMovieWhenExists? = nil,
        type: FileMovieType? = nil,
        fragmentInterval: MediaTime? = nil,
        text: Bool? = nil,
        optimizeForNetworkUse: Bool? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "file.movie")
        stage.set("path", path)
        stage.set("when-exists", whenExists)
        stage.set("type", type)
        stage.set("fragment-interval", fragmentInterval)
        stage.set("text", text)
        stage.set("optimize-for-network-use", optimizeForNetworkUse)
        return stage
    }

    /// `http.origin`: Serves segments, parts and playlists over HTTP, including Low-Latency HLS.
    ///
    /// - Parameters:
    ///   - listen: IP address and port; port 0 selects a free port. Stages with the same address share a server.
    ///   - name: Name of the presentation, by default that of the pipeline file, or in a service that of the pipeline.
    ///     Its URL paths start with /NAME/. The only presentation at an address is at /live/ too.
    ///   - memory: Memory limit for segments and parts; older ones are served from disk. Range: 1MiB to 1024GiB.
    ///   - spill: Folder for resources beyond the memory limit; its files are unlinked.
    ///   - connections: Maximum number of connections. Idle connections are closed for new ones. Range: 16 to 100000.
    ///   - threads: Number of threads that send responses; 0 for one for each processor, at most 8. Range: 0 to 64.
    ///   - linger: Time that the presentation is served after its sources have ended. A stop ends it at once. Range: 0s
    ///     to 86400s.
    ///   - pages: Web origin whose pages may read responses (CORS), such as https://example.org; * for all.
    ///   - player: File with a build of hls.js for the page /NAME/, for browsers that do not play HLS. auto searches
    ///     ../share/sluice/hls.mjs next to the program's folder, and the file of Scripts/fetch-hls-js. Empty for none.
    ///   - token: Bearer token that requests must present in Authorization; empty for none.
    ///   - tokenFile: File that contains the value of token.
    ///   - signingKey: Key of signed URLs, at least 16 characters; 'sluice sign' creates the URLs. Empty for none.
    ///   - signingKeyFile: File that contains the value of signing-key.
    ///   - keyDelivery: Delivers the keys of encrypted segments at /NAME/keys/KID, and ClearKey licences at
    ///     /NAME/keys/clearkey, to clients with a token or a signed URL. For development and tests.
    ///   - tls: Encrypts connections. Browsers require it for HTTP/2, and Apple's players for low latency. Without a
    ///     certificate, each run generates one for localhost.
    ///   - certificate: PEM file with the certificate chain for tls. Renewed files are read within a second, without a
    ///     restart.
    ///   - key: PEM file with the private key of the certificate.
    public static func httpOrigin(
        listen: String? = nil,
        name: String? = nil,
        memory: ByteCount? = nil,
        spill: String? = nil,
        connections: Int? = nil,
        threads: Int? = nil,
        linger: MediaTime? = nil,
        pages: String? = nil,
        player: String? = nil,
        token: Secret? = nil,
        tokenFile: String? = nil,
        signingKey: Secret? = nil,
        signingKeyFile: String? = nil,
        keyDelivery: Bool? = nil,
        tls: Bool? = nil,
        certificate: String? = nil,
        key: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "http.origin")
        stage.set("listen", listen)
        stage.set("name", name)
        stage.set("memory", memory)
        stage.set("spill", spill)
        stage.set("connections", connections)
        stage.set("threads", threads)
        stage.set("linger", linger)
        stage.set("pages", pages)
        stage.set("player", player)
        stage.set("token", token)
        stage.set("token-file", tokenFile)
        stage.set("signing-key", signingKey)
        stage.set("signing-key-file", signingKeyFile)
        stage.set("key-delivery", keyDelivery)
        stage.set("tls", tls)
        stage.set("certificate", certificate)
        stage.set("key", key)
        return stage
    }

    /// `http.push`: Uploads segments and playlists to an HTTP or S3 store by PUT and DELETE.
    ///
    /// - Parameters:
    ///   - url: Base URL of the store, such as https://store.example.org/live/.
    ///   - connections: Maximum number of concurrent uploads. Range: 1 to 64.
    ///   - headers: Header fields sent with every request, each as Name: value.
    ///   - headersFile: File that contains the value of headers.
    ///   - bearer: Bearer token, sent in Authorization.
    ///   - bearerFile: File that contains the value of bearer.
    ///   - basic: User name and password as NAME:PASSWORD, sent in Authorization: Basic.
    ///   - basicFile: File that contains the value of basic.
    ///   - s3: S3 credentials; requests are signed with AWS Signature Version 4.
    ///   - ca: PEM file with trusted certificate authorities; replaces the system's.
    ///   - memory: Memory limit of the upload queue; files beyond it are queued on disk. Range: 1MiB to 1024GiB.
    ///   - spill: Folder for queued files beyond the memory limit; its files are unlinked.
    ///   - disk: Disk limit of the upload queue. Beyond it, the oldest segments are dropped and listed as gaps. Range:
    ///     0B to 1048576GiB.
    ///   - blocking: Whether the store holds blocking playlist requests. If not, playlists do not offer them.
    ///   - chunked: Uploads growing files in chunks. If false, and always for S3, files are uploaded when complete.
    ///   - drain: Maximum time for remaining uploads after all sources have ended. Range: 0s to 86400s.
    public static func httpPush(
        url: String,
        connections: Int? = nil,
        headers: [Secret]? = nil,
        headersFile: String? = nil,
        bearer: Secret? = nil,
        bearerFile: String? = nil,
        basic: Secret? = nil,
        basicFile: String? = nil,
        s3: OptionLiteral? = nil,
        ca: String? = nil,
        memory: ByteCount? = nil,
        spill: String? = nil,
        disk: ByteCount? = nil,
        blocking: Bool? = nil,
        chunked: Bool? = nil,
        drain: MediaTime? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "http.push")
        stage.set("url", url)
        stage.set("connections", connections)
        stage.set("headers", headers)
        stage.set("headers-file", headersFile)
        stage.set("bearer", bearer)
        stage.set("bearer-file", bearerFile)
        stage.set("basic", basic)
        stage.set("basic-file", basicFile)
        stage.set("s3", s3)
        stage.set("ca", ca)
        stage.set("memory", memory)
        stage.set("spill", spill)
        stage.set("disk", disk)
        stage.set("blocking", blocking)
        stage.set("chunked", chunked)
        stage.set("drain", drain)
        return stage
    }
}
