import Glibc
package import StageKit

/// The credentials and region for an S3 store.
package struct S3Credentials: OptionMapping, Hashable {
    package var region = ""
    package var accessKey = ""
    package var secretKey = Secret()
    package var sessionToken = Secret()

    package init() {}
    package static var fields: [OptionField<S3Credentials>] {
        [
            .required("region", \.region, "Region of the store, such as eu-central-1."),
            .option(
                "access-key", \.accessKey, "Access key ID. Without it and secret-key, AWS_ACCESS_KEY_ID is used."),
            .option("secret-key", \.secretKey, "Secret access key. Without it, AWS_SECRET_ACCESS_KEY is used."),
            .option(
                "session-token", \.sessionToken,
                "Session token of temporary credentials. Without it, AWS_SESSION_TOKEN is used."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if !region.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) || region.isEmpty {
            return ("the region is not a valid name", "region: eu-central-1")
        }
        guard accessKey.isEmpty == secretKey.isEmpty else {
            return ("access-key and secret-key require each other", "both, or neither to use the environment")
        }
        return nil
    }

    /// Returns a copy with missing credentials taken from the environment. Throws `invalid-options` if there are none.
    func completed(from environment: (String) -> String?) throws(StageError) -> S3Credentials {
        guard accessKey.isEmpty else { return self }
        guard let name = environment("AWS_ACCESS_KEY_ID"), let key = environment("AWS_SECRET_ACCESS_KEY"),
            !name.isEmpty, !key.isEmpty
        else {
            throw StageError(
                .invalidOptions,
                "s3: no key; set access-key and secret-key, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
            )
        }
        var completed = self
        (completed.accessKey, completed.secretKey) = (name, Secret(key))
        if let token = environment("AWS_SESSION_TOKEN") { completed.sessionToken = Secret(token) }
        return completed
    }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
