import Media

extension ServerExchange {
    /// The time for which caches may store the response, in seconds; nil if it declares none.
    var cacheSeconds: Double? {
        self[field: "cache-control"].flatMap(CacheLifetime.init(field:)).map { Double($0.seconds) }
    }

    /// The Cache-Control field in findings.
    var cacheControlText: String {
        self[field: "cache-control"].map { "Cache-Control: \($0.prefix(100))" } ?? "no Cache-Control"
    }
}
