/// The freshness lifetime of a response in caches (RFC 9111 4.2.1).
struct FreshnessLifetime: CustomStringConvertible {
    /// The lifetime in seconds; nil if the response does not declare one.
    let seconds: Double?
    let description: String

    init(_ exchange: ServerExchange) {
        let control = exchange[field: "cache-control"]
        description = control.map { "Cache-Control: \($0.prefix(100))" } ?? "no Cache-Control"
        let directives = (control ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
        if directives.contains("no-store") || directives.contains("no-cache") {
            seconds = 0
        } else {
            // Shared caches prefer s-maxage.
            let values = ["s-maxage=", "max-age="].compactMap { name in
                directives.first { $0.hasPrefix(name) }.flatMap { Double($0.dropFirst(name.count)) }
            }
            seconds = values.first ?? (directives.contains("immutable") ? .infinity : nil)
        }
    }
}
