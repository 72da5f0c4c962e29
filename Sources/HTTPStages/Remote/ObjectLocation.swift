import HTTPClient
import HTTPServer
import Media
import OnDemand
import StageKit

/// The place of remote movies: a URL below which they are, or the URL of one of them.
package struct ObjectLocation: Sendable {
    private enum Store: Sendable {
        case http(StoreURL)
        case bucket(ObjectBucket, prefix: String)
    }

    private let store: Store
    /// The name of the only object; nil for all below the URL.
    private let only: String?
    /// The URL in messages, with a slash at its end and without a query.
    let text: String
    /// The last component of the URL of a folder, or else the host or the bucket.
    let name: String

    /// Whether a text has the form of a URL.
    package static func isURL(_ text: String) -> Bool {
        ["http://", "https://", "s3://"].contains { text.hasPrefix($0) }
    }

    /// Throws `invalid-options` for other URLs, and if an object store needs credentials that the environment lacks.
    init(_ url: String, environment: [String: String], clock: any MediaClock) throws(StageError) {
        let bare = url.prefix { $0 != "?" && $0 != "#" }
        let last = bare.split(separator: "/").last.map(String.init) ?? ""
        let isMovie = !bare.hasSuffix("/") && MovieName.isMovie(last)
        let base = isMovie ? bare.dropLast(last.utf8.count) : bare
        if bare.hasPrefix("s3://") {
            guard let object = ObjectURL(String(bare)) else {
                throw StageError(.invalidOptions, "'\(bare)' is not a URL of the form s3://bucket/prefix/")
            }
            do throws(ObjectError) {
                let bucket = try ObjectBucket(object.bucket, ObjectAccess(environment: environment), clock: clock)
                let prefix = isMovie ? object.key.split(separator: "/").dropLast().joined(separator: "/") : object.key
                store = .bucket(bucket, prefix: prefix)
                name = prefix.split(separator: "/").last.map(String.init) ?? object.bucket
            } catch {
                throw StageError(.invalidOptions, "'\(bare)': \(error)")
            }
            only = isMovie ? last : nil
        } else {
            let http = try StoreURL(String(base) + url.dropFirst(bare.count))
            store = .http(http)
            only = isMovie ? ResourcePath.decoded(Substring(last).utf8) : nil
            name = base.split(separator: "/").dropFirst().last.map(String.init) ?? http.host
        }
        text = base.hasSuffix("/") ? String(base) : base + "/"
    }

    /// Returns the request for an object; nil if its name is outside of the location.
    func request(for name: String) -> FetchRequest? {
        if let only, name != only { return nil }
        switch store {
        case .http(let url):
            guard let path = url.path(of: name) else { return nil }
            var request = FetchRequest(url: url.url(ofPath: path))
            request.limits.redirects = 5
            return request
        case .bucket(let bucket, let prefix): return bucket.request(for: prefix.isEmpty ? name : "\(prefix)/\(name)")
        }
    }
}
