/// How long caches may keep an answer (RFC 9111 4.2.1).
struct FreshnessLifetime: CustomStringConvertible {
    /// nil where the answer does not say.
    let seconds: Double?
    let description: String

    init(_ exchange: ServerExchange) {
        let control = exchange[field: "cache-control"]
        description = control.map { "Cache-Control: \($0.prefix(100))" } ?? "no Cache-Control"
        let directives = (control ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
        if directives.contains("no-store") || directives.contains("no-cache") {
            seconds = 0
        } else {
            // What shared caches go by comes first.
            let values = ["s-maxage=", "max-age="].compactMap { name in
                directives.first { $0.hasPrefix(name) }.flatMap { Double($0.dropFirst(name.count)) }
            }
            seconds = values.first ?? (directives.contains("immutable") ? .infinity : nil)
        }
    }
}
