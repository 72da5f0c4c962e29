import Foundation
import StageKit

/// The endpoint and the credentials of an object store, from the usual environment variables and files.
///
/// Variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_DEFAULT_REGION, AWS_PROFILE,
/// AWS_SHARED_CREDENTIALS_FILE, AWS_CONFIG_FILE, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_CA_BUNDLE.
package struct ObjectAccess: Sendable {
    let endpoint: String
    let credentials: S3Credentials
    /// The PEM file with trusted certificate authorities; nil for the system's.
    let authorities: String?

    /// Reads the environment and, without keys in it, the files of the profile. Throws if there are no keys.
    package init(environment: [String: String]) throws(ObjectError) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let home = environment["HOME"] ?? "/"
        let profile = value("AWS_PROFILE") ?? "default"
        let config = Self.section(
            [profile == "default" ? "default" : "profile \(profile)"],
            of: value("AWS_CONFIG_FILE") ?? "\(home)/.aws/config")
        var credentials = S3Credentials()
        credentials.region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? config["region"] ?? "us-east-1"
        if let key = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") {
            (credentials.accessKey, credentials.secretKey) = (key, Secret(secret))
            credentials.sessionToken = Secret(value("AWS_SESSION_TOKEN") ?? "")
        } else {
            let path = value("AWS_SHARED_CREDENTIALS_FILE") ?? "\(home)/.aws/credentials"
            let file = Self.section([profile], of: path)
            guard let key = file["aws_access_key_id"], let secret = file["aws_secret_access_key"] else {
                throw ObjectError(
                    "no S3 credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile '\(profile)' in "
                        + "'\(path)'", isTransient: false)
            }
            (credentials.accessKey, credentials.secretKey) = (key, Secret(secret))
            credentials.sessionToken = Secret(file["aws_session_token"] ?? "")
        }
        if credentials.contradiction != nil {
            throw ObjectError("the S3 region '\(credentials.region)' is not a valid name", isTransient: false)
        }
        self.credentials = credentials
        endpoint =
            value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") ?? config["endpoint_url"]
            ?? "https://s3.\(credentials.region).amazonaws.com"
        authorities = value("AWS_CA_BUNDLE")
    }

    /// Returns the values of the sections of a file in the form `[section]`, `name = value`.
    static func section(_ names: [String], of path: String) -> [String: String] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
        var (values, isInside): ([String: String], Bool) = ([:], false)
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") {
                isInside = names.contains(line.dropFirst().prefix { $0 != "]" }.trimmingCharacters(in: .whitespaces))
            } else if isInside, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                let name = line[..<equals].trimmingCharacters(in: .whitespaces)
                values[name] = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return values
    }
}
