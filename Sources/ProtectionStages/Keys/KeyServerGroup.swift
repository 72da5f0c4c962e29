import Media
import StageKit

/// An option group with the options of requests to key servers.
protocol KeyServerGroup: OptionMapping {
    var access: KeyServerAccess { get set }
}

extension KeyServerGroup {
    static var accessFields: [OptionField<Self>] {
        [
            .option("bearer", \.access.bearer, "Bearer token, sent in Authorization."),
            .option(
                "basic", \.access.basic, "User name and password as NAME:PASSWORD, sent in Authorization: Basic."),
            .option(
                "headers", \.access.headers, "Header fields sent with every request, each as Name: value."),
            .option("ca", \.access.ca, "PEM file with trusted certificate authorities; replaces the system's."),
            .option("timeout", \.access.timeout, in: .seconds(1) ... .seconds(120), "Timeout of a request."),
            .option(
                "retries", \.access.retries, in: 0...20,
                "Maximum number of repetitions of a failed request for the first keys, after 0.5 s, 1 s, 2 s and so on. "
                    + "Requests for the keys of later periods are repeated until they succeed."),
            .option(
                "plain-http", \.access.plainHTTP,
                "Permits http: URLs of other machines, which makes keys readable on the network."),
        ]
    }
}
